import type { Ctx } from '../../context.ts';
import { maintainEntries } from './partitions/maintenance.service.ts';
import { startWriting } from './intake/write.service.ts';

const maintainEveryMs = 10 * 60 * 1000;

/** Writes entries as they come and applies the retention. Returns a function that stops both. */
export function startLogsJobs(ctx: Ctx): () => Promise<void> {
  let isStopped = false;
  let running: Promise<unknown> | undefined;
  const maintain = () => {
    running ??= maintainEntries(ctx)
      .catch((err: unknown) => isStopped || ctx.log.warn({ err }, 'Maintenance of the log entries failed'))
      .finally(() => (running = undefined));
  };
  const stopWriting = startWriting(ctx);
  maintain();
  const timer = setInterval(maintain, maintainEveryMs).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
    await stopWriting();
  };
}
