import type { Ctx } from '../../context.ts';
import { removeOldCounts } from './counts.service.ts';
import { refreshLost } from './players.service.ts';

const refreshEveryMs = 10 * 1000;
const sweepEveryMs = 60 * 60 * 1000;

/** Notices servers that went without a word, and clears away old counts. */
export function startPlayersJobs(ctx: Ctx): () => void {
  const refresh = () => {
    refreshLost(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Lost servers could not be noted'));
  };
  const sweep = () => {
    removeOldCounts(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old player counts could not be removed'));
  };
  refresh();
  sweep();
  const timers = [setInterval(refresh, refreshEveryMs).unref(), setInterval(sweep, sweepEveryMs).unref()];
  return () => timers.forEach((timer) => clearInterval(timer));
}
