import type { Ctx } from '../../context.ts';
import {
  deleteAbandonedFiles,
  finishUploads,
  purgeDeleted,
  recoverParts,
  reportInconsistencies,
} from './orphans.service.ts';
import { releaseSubject } from './uploads/upload-lease.service.ts';
import { writerKey } from './uploads/upload-writers.ts';
import { startWatchingUploaders } from './watch-caller.ts';

const everyMs = 10 * 60 * 1000;
const reportEveryMs = 24 * 60 * 60 * 1000;
const readyTimeoutMs = 10_000;

export type FilesJobs = {
  /** Resolves after the recovery of what earlier runs left unfinished, or a timeout for a drive that does not respond. */
  ready: Promise<void>;
  /** Stops all uploads once what they received is safe. */
  stop: () => Promise<void>;
};

export function startFilesJobs(ctx: Ctx): FilesJobs {
  const { writers } = ctx.state.files;
  let isStopped = false;
  const attempt = (what: string, work: (ctx: Ctx) => Promise<void>) =>
    work(ctx).catch((err: unknown) => isStopped || ctx.log.warn({ err }, what));
  const maintain = async () => {
    await attempt('Orphaned parts could not be recovered', recoverParts);
    await attempt('Uploads could not be finished or removed', finishUploads);
    await attempt('Deleted files could not be purged', purgeDeleted);
    await attempt('Private files of removed users could not be deleted', deleteAbandonedFiles);
  };
  const report = () => attempt('Files could not be checked', reportInconsistencies);
  const first = maintain();
  void first.then(report);
  const timers = [
    setInterval(() => void maintain(), everyMs).unref(),
    setInterval(() => void report(), reportEveryMs).unref(),
  ];
  const unwatch = startWatchingUploaders(ctx);
  const unsubscribe = ctx.bus.subscribe(releaseSubject, (message) => {
    writers.stop(writerKey(message as { id: string; userId: string }));
  });
  return {
    ready: Promise.race([first, timeout()]),
    stop: async () => {
      isStopped = true;
      timers.forEach((timer) => clearInterval(timer));
      unsubscribe();
      unwatch();
      await writers.close();
    },
  };
}

function timeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, readyTimeoutMs).unref());
}
