import type { Ctx } from '../../context.ts';
import { cancelSubject } from './downloads.service.ts';
import { closeEgress } from './egress.ts';
import { clearLeftDownloads } from './left-downloads.service.ts';
import { runs } from './runs.ts';
import { clearSongs, reconcileSongs } from './songs.service.ts';
import { endLeftWork, forgetOldWork, keepAlive, listCancelled } from './work.service.ts';

const minuteMs = 60 * 1000;
const aliveEveryMs = minuteMs;
const silentAfterMs = 10 * minuteMs;
const clearEveryMs = 60 * minuteMs;
const forgetAfterMs = 7 * 24 * 60 * minuteMs;

/** Ends what an earlier run left unfinished, clears away old songs. Answers what stops it. */
export function startMusicJobs(ctx: Ctx): () => void {
  const attempt = (what: string, work: () => Promise<void>) =>
    work().catch((err: unknown) => runs(ctx).isStopped() || ctx.log.warn({ err }, what));
  const ago = (ms: number) => new Date(ctx.clock().getTime() - ms);

  const alive = () =>
    attempt('Downloads could not be looked after', async () => {
      await keepAlive(ctx, runs(ctx).workIds());
      await endLeftWork(ctx, { silentSince: ago(silentAfterMs) });
    });
  // The message of a cancellation may have been lost.
  const leaveCancelled = () =>
    attempt('Cancelled downloads could not be ended', async () => {
      for (const workId of await listCancelled(ctx, runs(ctx).workIds())) runs(ctx).leave(workId);
    });
  const clear = () =>
    attempt('Old songs could not be cleared away', async () => {
      await clearSongs(ctx);
      await forgetOldWork(ctx, ago(forgetAfterMs));
    });
  void attempt('Orphaned downloads could not be removed', async () => {
    for (const step of [() => clearLeftDownloads(ctx), () => reconcileSongs(ctx), clear])
      if (!runs(ctx).isStopped()) await step();
  });
  const unsubscribe = ctx.bus.subscribe(cancelSubject, (message) => {
    const { workId } = message as { workId: string };
    runs(ctx).leave(workId);
  });
  const stopOnGap = ctx.bus.onGap(() => void leaveCancelled());
  const timers = [
    setInterval(() => void alive(), aliveEveryMs).unref(),
    setInterval(() => void clear(), clearEveryMs).unref(),
  ];
  return () => {
    timers.forEach((timer) => clearInterval(timer));
    unsubscribe();
    stopOnGap();
    runs(ctx).stop();
    void closeEgress(ctx);
  };
}
