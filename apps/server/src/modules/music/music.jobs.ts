import type { Ctx } from '../../context.ts';
import { cancelSubject } from './downloads/downloads.service.ts';
import { closeEgress } from './yt-dlp/egress.ts';
import { removeOrphanedDownloads } from './downloads/orphaned-downloads.service.ts';
import { removeUnusedSongs, reconcileSongs } from './downloads/songs.service.ts';
import { endOrphanedWork, deleteOldWork, renewWork, listCancelled } from './downloads/work.service.ts';

const minuteMs = 60 * 1000;
const renewEveryMs = minuteMs;
const silentAfterMs = 10 * minuteMs;
const removeEveryMs = 60 * minuteMs;
const deleteAfterMs = 7 * 24 * 60 * minuteMs;

/** Crash recovery, heartbeat of running downloads, removal of unused songs. Returns a function that stops it. */
export function startMusicJobs(ctx: Ctx): () => void {
  const attempt = (what: string, work: () => Promise<void>) =>
    work().catch((err: unknown) => ctx.state.music.downloads.isStopped() || ctx.log.warn({ err }, what));
  const ago = (ms: number) => new Date(ctx.clock().getTime() - ms);

  const renew = () =>
    attempt('The heartbeat of downloads failed', async () => {
      await renewWork(ctx, ctx.state.music.downloads.workIds());
      await endOrphanedWork(ctx, { silentSince: ago(silentAfterMs) });
    });
  // The bus may have lost the message of a cancellation.
  const leaveCancelled = () =>
    attempt('Cancelled downloads could not be stopped', async () => {
      for (const workId of await listCancelled(ctx, ctx.state.music.downloads.workIds()))
        ctx.state.music.downloads.leave(workId);
    });
  const remove = () =>
    attempt('Unused songs could not be removed', async () => {
      await removeUnusedSongs(ctx);
      await deleteOldWork(ctx, ago(deleteAfterMs));
    });
  void attempt('Crash recovery of downloads failed', async () => {
    for (const step of [() => removeOrphanedDownloads(ctx), () => reconcileSongs(ctx), remove])
      if (!ctx.state.music.downloads.isStopped()) await step();
  });
  const unsubscribe = ctx.bus.subscribe(cancelSubject, (message) => {
    const { workId } = message as { workId: string };
    ctx.state.music.downloads.leave(workId);
  });
  const stopOnGap = ctx.bus.onGap(() => void leaveCancelled());
  const timers = [
    setInterval(() => void renew(), renewEveryMs).unref(),
    setInterval(() => void remove(), removeEveryMs).unref(),
  ];
  return () => {
    timers.forEach((timer) => clearInterval(timer));
    unsubscribe();
    stopOnGap();
    ctx.state.music.downloads.stop();
    void closeEgress(ctx);
  };
}
