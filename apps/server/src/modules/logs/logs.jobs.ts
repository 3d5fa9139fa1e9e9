import type { Ctx } from '../../context.ts';
import { keepOrder } from './keeping.service.ts';
import { keepWriting } from './write.service.ts';

const keepOrderEveryMs = 10 * 60 * 1000;

/** Writes entries as they come, and keeps their number within bounds. Answers what stops it. */
export function startLogsJobs(ctx: Ctx): () => Promise<void> {
  let isStopped = false;
  let keeping: Promise<unknown> | undefined;
  const keep = () => {
    keeping ??= keepOrder(ctx)
      .catch((err: unknown) => isStopped || ctx.log.warn({ err }, 'Log entries could not be looked after'))
      .finally(() => (keeping = undefined));
  };
  const stopWriting = keepWriting(ctx);
  keep();
  const timer = setInterval(keep, keepOrderEveryMs).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await keeping;
    await stopWriting();
  };
}
