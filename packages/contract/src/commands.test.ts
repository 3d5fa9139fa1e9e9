import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { commands } from './commands.ts';

/** The agent has one file for each order: `players.kill` is `commands/players.kill.command.ts`. */
const folder = fileURLToPath(new URL('../../../apps/agent/src/commands/', import.meta.url));

it('has a handler in the agent for every order but these, which wait for it', () => {
  const handled = existsSync(folder) ? readdirSync(folder).map((file) => file.replace('.command.ts', '')) : [];
  expect(Object.keys(commands).filter((name) => !handled.includes(name))).toEqual([
    'server.ping',
    'server.showCode',
    'server.listClasses',
    'players.list',
    'players.whisper',
    'players.kill',
    'players.ban',
    'players.unban',
    'players.console',
    'chat.say',
  ]);
});
