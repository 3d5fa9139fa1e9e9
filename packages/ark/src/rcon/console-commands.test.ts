import { describe, expect, it } from 'vitest';
import { consoleCommands, dangerOf, withoutPasswords } from './console-commands.ts';

describe('the commands of the console', () => {
  it('are sorted by name, each once, with a line of help', () => {
    const names = consoleCommands.map(({ name }) => name.toLowerCase());
    expect(names).toEqual([...new Set(names)].toSorted());
    for (const { help } of consoleCommands) expect(help).toMatch(/^[A-Z][^\n]{5,60}$/);
  });
});

describe('a dangerous command', () => {
  it.each([
    'DoExit',
    'doexit',
    '  DOEXIT  ',
    'cheat DoExit',
    'admincheat cheat DestroyWildDinos',
    'DestroyAll Rex_Character_BP_C 1',
    'DestroyTribeIdStructures 123',
    'DestroySomethingOfAMod',
    'ListPlayers | DoExit',
    'ListPlayers|cheat DoExit',
    'Do\u200bEx\u200dit',
    '/DoExit',
    '"DoExit"',
    'DoExit\u00a0now',
    'open TheIsland',
    'quit',
  ])('is %j', (command) => {
    expect(dangerOf(command)).toMatch(/\.$/);
  });

  it.each(['', 'SaveWorld', 'ListPlayers', 'Broadcast DoExit at 8', 'ServerChat open quit', 'BanPlayer 1', '|', 'é'])(
    'is not %j',
    (command) => {
      expect(dangerOf(command)).toBeUndefined();
    },
  );
});

it('passwords do not stay in a command that is recorded', () => {
  expect(withoutPasswords('cheat EnableCheats s3cret | ListPlayers')).toBe('cheat EnableCheats *** | ListPlayers');
  expect(withoutPasswords('requestspectator a|b')).toBe('requestspectator ***');
  expect(withoutPasswords('ListPlayers')).toBe('ListPlayers');
});
