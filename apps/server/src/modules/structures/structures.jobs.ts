import type { Ctx } from '../../context.ts';
import { removeExpired } from './structures.service.ts';

const everyMs = 60 * 60 * 1000;

/** Applies the retention now and every hour. */
export function startStructuresJobs(ctx: Ctx): () => void {
  const sweep = () => {
    removeExpired(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Expired structures could not be removed'));
  };
  sweep();
  const timer = setInterval(sweep, everyMs).unref();
  return () => clearInterval(timer);
}
