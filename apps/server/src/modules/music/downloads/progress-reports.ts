import type { Ctx } from '../../../context.ts';
import type { Progress } from '../yt-dlp/download-progress.ts';
import { storeProgress, publishProgress } from './work.service.ts';

type Report = Progress & { log?: string[]; title?: string };

const publishEveryMs = 250;
const ticksPerStore = 4;

/** Throttles progress: published at most four times a second, stored at most once a second. */
export function startProgressReports(ctx: Ctx, workIds: () => readonly string[]) {
  let latest: Report | undefined;
  let isPublished = true;
  let isStored = true;
  let tick = 0;
  const publish = () => {
    if (isPublished || !latest) return;
    isPublished = true;
    const { title: _, ...progress } = latest;
    publishProgress(ctx, workIds(), progress);
  };
  const store = () => {
    if (isStored || !latest) return;
    isStored = true;
    storeProgress(ctx, workIds(), latest).catch((err: unknown) =>
      ctx.log.warn({ err }, 'Progress could not be stored'),
    );
  };
  const timer = setInterval(() => {
    tick += 1;
    publish();
    if (tick % ticksPerStore === 0) store();
  }, publishEveryMs);
  return {
    report: (next: Report) => {
      const isFirst = latest === undefined;
      latest = { ...latest, ...next };
      isPublished = isStored = false;
      if (!isFirst) return;
      publish();
      store();
    },
    /** Nothing is published after it. */
    stop: () => clearInterval(timer),
  };
}
