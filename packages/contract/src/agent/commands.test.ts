import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { commands } from './commands.ts';

/** The agent has one file for each command: `server.showCode` is `commands/server.show-code.command.ts`. */
const folder = fileURLToPath(new URL('../../../../apps/agent/src/commands/', import.meta.url));
const fileOf = (name: string) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.command.ts`;

it('has a handler in the agent for every command, and none for anything else', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.command.ts'));
  expect(files.toSorted()).toEqual(Object.keys(commands).map(fileOf).toSorted());
});
