import type { Ctx } from '../../context.ts';
import { removeLongGone } from './cleanup.service.ts';

const everyMs = 60 * 60 * 1000;

/** Clears away what is long gone, now and every hour. */
export function startStructuresJobs(ctx: Ctx): () => void {
  const sweep = () => {
    removeLongGone(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'What is long gone could not be removed'));
  };
  sweep();
  const timer = setInterval(sweep, everyMs).unref();
  return () => clearInterval(timer);
}
