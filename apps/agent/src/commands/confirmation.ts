import type { CommandResult } from '@tribehall/contract/agent/commands';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandContext, Order } from './command.ts';

export type Receipt = CommandResult<'players.kill'>;

/** Looks for the effect of what was ordered until it is seen or the time is over. */
export async function observe(
  { confirmation: { withinMs, everyMs } }: Pick<CommandContext, 'confirmation'>,
  { signal }: Order,
  isSeen: () => Promise<boolean>,
): Promise<Receipt> {
  const until = performance.now() + withinMs;
  for (;;) {
    // Whatever fails now, the order itself has been given.
    if (await isSeen().catch(() => false)) return { outcome: 'confirmed' };
    if (signal.aborted || performance.now() + everyMs > until) return { outcome: 'sent' };
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
