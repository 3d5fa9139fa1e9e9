import type { Ctx } from '../../context.ts';
import { removeOldLines } from './chat.service.ts';

const everyMs = 60 * 60 * 1000;

/** Clears away old lines, now and every hour. */
export function startChatJobs(ctx: Ctx): () => void {
  const sweep = () => {
    removeOldLines(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old chat lines could not be removed'));
  };
  sweep();
  const timer = setInterval(sweep, everyMs).unref();
  return () => clearInterval(timer);
}
