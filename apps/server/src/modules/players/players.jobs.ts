import type { Ctx } from '../../context.ts';
import { removeOldCounts } from './counts.service.ts';
import { noteOnline, refreshLost } from './players.service.ts';

const refreshEveryMs = 10 * 1000;
const noteEveryMs = 5 * 60 * 1000;
const sweepEveryMs = 60 * 60 * 1000;

/** Notices servers that went without a word, writes down who is there, and clears away old counts. */
export function startPlayersJobs(ctx: Ctx): () => void {
  const refresh = () => {
    refreshLost(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Lost servers could not be noted'));
  };
  const sweep = () => {
    removeOldCounts(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old player counts could not be removed'));
  };
  const note = () => {
    noteOnline(ctx, noteEveryMs).catch((err: unknown) => ctx.log.warn({ err }, 'Who is online could not be noted'));
  };
  refresh();
  sweep();
  const timers = [
    setInterval(refresh, refreshEveryMs).unref(),
    setInterval(note, noteEveryMs).unref(),
    setInterval(sweep, sweepEveryMs).unref(),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}
