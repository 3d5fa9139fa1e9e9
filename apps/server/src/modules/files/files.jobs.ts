import type { Ctx } from '../../context.ts';
import { deleteNobodys, purgeDeleted, reportStrays, settleParts, tidyUploads } from './left-files.service.ts';
import { leaveSubject, thisRun } from './upload-lease.service.ts';
import { uploadWriters, writerKey } from './upload-writers.ts';

const everyMs = 10 * 60 * 1000;
const reportEveryMs = 24 * 60 * 60 * 1000;
const patienceMs = 10_000;

export type FilesJobs = {
  /** When what an earlier run left is in order; a drive that does not answer is not waited for. */
  ready: Promise<void>;
  /** Ends all that is being received, once what came of it is safe. */
  stop: () => Promise<void>;
};

export function startFilesJobs(ctx: Ctx): FilesJobs {
  thisRun(ctx);
  let isStopped = false;
  const attempt = (what: string, work: (ctx: Ctx) => Promise<void>) =>
    work(ctx).catch((err: unknown) => isStopped || ctx.log.warn({ err }, what));
  const tidy = async () => {
    await attempt('Parts that were left could not be settled', settleParts);
    await attempt('Uploads could not be tidied up', tidyUploads);
    await attempt('Deleted files could not be removed', purgeDeleted);
    await attempt('Files of nobody could not be deleted', deleteNobodys);
  };
  const report = () => attempt('Files could not be looked over', reportStrays);
  const first = tidy();
  void first.then(report);
  const timers = [
    setInterval(() => void tidy(), everyMs).unref(),
    setInterval(() => void report(), reportEveryMs).unref(),
  ];
  const unsubscribe = ctx.bus.subscribe(leaveSubject, (message) => {
    uploadWriters(ctx).stop(writerKey(message as { id: string; userId: string }));
  });
  return {
    ready: Promise.race([first, patience()]),
    stop: async () => {
      isStopped = true;
      timers.forEach((timer) => clearInterval(timer));
      unsubscribe();
      await uploadWriters(ctx).close();
    },
  };
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, patienceMs).unref());
}
