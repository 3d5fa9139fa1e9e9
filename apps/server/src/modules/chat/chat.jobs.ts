import type { Ctx } from '../../context.ts';
import { removeOldLines } from './chat.service.ts';
import { takeUpOutbox } from './relay.service.ts';

const sweepEveryMs = 60 * 60 * 1000;
const outboxEveryMs = 1_000;

/** Clears away old lines, and delivers what waits for a server that was away. */
export function startChatJobs(ctx: Ctx): () => void {
  const sweep = () => {
    removeOldLines(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old chat lines could not be removed'));
  };
  let isTakingUp = false;
  const takeUp = () => {
    if (isTakingUp) return;
    isTakingUp = true;
    takeUpOutbox(ctx)
      .catch((err: unknown) => ctx.log.warn({ err }, 'The outbox of the chat could not be read'))
      .finally(() => (isTakingUp = false));
  };
  sweep();
  const timers = [setInterval(sweep, sweepEveryMs).unref(), setInterval(takeUp, outboxEveryMs).unref()];
  return () => timers.forEach((timer) => clearInterval(timer));
}
