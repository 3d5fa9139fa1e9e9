import { describe, expect, it } from 'vitest';
import { CommandTextError } from './command-text.ts';
import * as commands from './commands.ts';

const steam = '76561197991984752';
const eos = '0002f16bad3d4330b6097fcec38c5610';

it('writes commands as the game reads them', () => {
  expect([
    commands.listPlayers(),
    commands.getChat(),
    commands.getGameLog(),
    commands.saveWorld(),
    commands.serverChat('hi "you"'),
    commands.broadcast('hi'),
    commands.whisper(eos, 'Your code is 123456'),
    commands.kickPlayer(steam),
    commands.banPlayer(eos),
    commands.unbanPlayer(eos),
    commands.allowPlayer(eos),
    commands.disallowPlayer(eos),
    commands.killPlayer('827627995'),
  ]).toEqual([
    'ListPlayers',
    'GetChat',
    'GetGameLog',
    'SaveWorld',
    'ServerChat hi "you"',
    'Broadcast hi',
    `ServerChatTo "${eos}" Your code is 123456`,
    `KickPlayer ${steam}`,
    `BanPlayer ${eos}`,
    `UnbanPlayer ${eos}`,
    `AllowPlayerToJoinNoCheck ${eos}`,
    `DisallowPlayerToJoinNoCheck ${eos}`,
    'KillPlayer 827627995',
  ]);
});

describe('an id that is none', () => {
  const wrong = [
    '',
    '1',
    `${steam} ${steam}`,
    `${steam}\n`,
    `${steam}" x`,
    eos.toUpperCase(),
    '*',
    'Bob',
    '../../BanList.txt',
  ];

  it.each(wrong)('%j is refused', (id) => {
    const { kickPlayer, banPlayer, unbanPlayer, allowPlayer, disallowPlayer } = commands;
    for (const build of [kickPlayer, banPlayer, unbanPlayer, allowPlayer, disallowPlayer]) {
      expect(() => build(id)).toThrow(CommandTextError);
    }
    expect(() => commands.whisper(id, 'hi')).toThrow(CommandTextError);
  });

  it.each(['', '0', '-1', '1.5', '1 2', '1\n', ' 1', 'x', '9'.repeat(20), eos])(
    '%j is refused for KillPlayer',
    (id) => {
      expect(() => commands.killPlayer(id)).toThrow(CommandTextError);
    },
  );
});

it.each(['', '  ', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b', 'a\u001b[2J', 'a\tb', '\ud800'])('refuses the row %j', (row) => {
  for (const build of [commands.serverChat, commands.broadcast, (text: string) => commands.whisper(steam, text)]) {
    expect(() => build(row)).toThrow(CommandTextError);
  }
});
