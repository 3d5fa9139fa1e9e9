import { describe, expect, it } from 'vitest';
import { complete, completionsOf } from './completion.ts';

const command = (name: string, parameters = '') => ({ name, parameters, help: 'Help', danger: null });
const commands = [
  command('Broadcast', '<text>'),
  command('DestroyAll', '<class>'),
  command('DestroyAllEnemies'),
  command('ListPlayers'),
  command('RenamePlayer', '"<old name>" <new name>'),
];
const namesFor = (text: string) => completionsOf(commands, text).map(({ name }) => name);

describe('the completion of commands', () => {
  it('offers those that start with the text before those that contain it, in any case', () => {
    expect(namesFor('player')).toEqual(['ListPlayers', 'RenamePlayer']);
    expect(namesFor('DESTROY')).toEqual(['DestroyAll', 'DestroyAllEnemies']);
    expect(namesFor('l')[0]).toBe('ListPlayers');
  });

  it('offers the exact name first, and it alone once its parameters are typed', () => {
    expect(namesFor('destroyall')).toEqual(['DestroyAll', 'DestroyAllEnemies']);
    expect(namesFor('destroyall Rex')).toEqual(['DestroyAll']);
    expect(namesFor('unknown x')).toEqual([]);
  });

  it('offers nothing without text', () => {
    expect(namesFor('')).toEqual([]);
    expect(namesFor('cheat ')).toEqual([]);
  });

  it('completes the command after a prefix or a bar and leaves the rest', () => {
    expect(complete('list', command('ListPlayers'))).toBe('ListPlayers');
    expect(complete('cheat broad', command('Broadcast', '<text>'))).toBe('cheat Broadcast ');
    expect(namesFor('ListPlayers | broad')).toEqual(['Broadcast']);
    expect(complete('broadcast all', command('Broadcast', '<text>'))).toBe('broadcast all');
    expect(complete('ListPlayers | broad', command('Broadcast', '<text>'))).toBe('ListPlayers | Broadcast ');
  });
});
