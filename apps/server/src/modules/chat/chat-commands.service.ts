import type { Ctx } from '../../context.ts';
import type { AfterCommit } from '../agents/agents.service.ts';
import type { Source } from './audience.store.ts';
import type { NewMessage } from './messages.service.ts';

/** What a player wrote after the name of a command. `ageMs`: how long ago. */
export type ChatCommandUse = {
  server: Pick<Source, 'id' | 'name'>;
  speaker: Pick<NewMessage, 'playerId' | 'name' | 'survivor'>;
  text: string;
  ageMs: number;
};

/**
 * Carries out a command of the game's chat, in the transaction of the events; returns what is to be done after the commit.
 * Must not throw because of what a player wrote: all events of the transaction would be lost.
 */
export type ChatCommand = (ctx: Ctx, use: ChatCommandUse) => Promise<AfterCommit | undefined>;

export type ChatCommands = Readonly<Record<string, ChatCommand>>;

/** The command that a message is, such as `!report …`, and what follows its name. */
export function findCommand(
  commands: ChatCommands,
  { kind, text }: Pick<NewMessage, 'kind' | 'text'>,
): { run: ChatCommand; text: string } | undefined {
  const name = /^!([a-z]+)(?!\S)/i.exec(text)?.[1] ?? '';
  const key = name.toLowerCase();
  const run = kind === 'player' && Object.hasOwn(commands, key) ? commands[key] : undefined;
  return run && { run, text: text.slice(name.length + 1).trim() };
}
