import type { Ctx } from '../../context.ts';
import type { Progress } from './download-progress.ts';
import { saveProgress, tellProgress } from './work.service.ts';

type Report = Progress & { log?: string[]; title?: string };

const tellEveryMs = 250;
const ticksPerSave = 4;

/** Tells of progress four times a second at most, and keeps it once a second at most. */
export function startReports(ctx: Ctx, workIds: () => readonly string[]) {
  let report: Report | undefined;
  let isTold = true;
  let isSaved = true;
  let tick = 0;
  const tell = () => {
    if (isTold || !report) return;
    isTold = true;
    const { title: _, ...progress } = report;
    tellProgress(ctx, workIds(), progress);
  };
  const save = () => {
    if (isSaved || !report) return;
    isSaved = true;
    saveProgress(ctx, workIds(), report).catch((err: unknown) => ctx.log.warn({ err }, 'Progress could not be kept'));
  };
  const timer = setInterval(() => {
    tick += 1;
    tell();
    if (tick % ticksPerSave === 0) save();
  }, tellEveryMs);
  return {
    say: (next: Report) => {
      const isFirst = report === undefined;
      report = { ...report, ...next };
      isTold = isSaved = false;
      if (!isFirst) return;
      tell();
      save();
    },
    /** Nothing more is told after it. */
    stop: () => clearInterval(timer),
  };
}
