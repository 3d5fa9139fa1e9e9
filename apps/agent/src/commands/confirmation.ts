import type { CommandResult } from '@tribehall/contract/agent/commands';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandContext, Execution } from './command.ts';

export type Receipt = CommandResult<'players.kill'>;

/** Polls for the effect of a command until it is seen or the time is up. */
export async function observe(
  { confirmation: { withinMs, everyMs } }: Pick<CommandContext, 'confirmation'>,
  { signal }: Execution,
  isSeen: () => Promise<boolean>,
): Promise<Receipt> {
  const until = performance.now() + withinMs;
  for (;;) {
    // A failure here does not matter: the command has been sent.
    if (await isSeen().catch(() => false)) return { outcome: 'confirmed' };
    if (signal.aborted || performance.now() + everyMs > until) return { outcome: 'sent' };
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
