import type { Ctx } from '../../context.ts';
import { watchStats } from './stats.service.ts';

/** Keeps the number that is answered in step with the other portals. */
export function startStatsJobs(ctx: Ctx): () => void {
  return watchStats(ctx);
}
