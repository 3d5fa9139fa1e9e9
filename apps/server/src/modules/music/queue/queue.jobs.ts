import type { Ctx } from '../../../context.ts';
import { watchForSilence } from './queue-change.service.ts';

const checkEveryMs = 5000;

/** Publishes the queue when the bot falls silent: it cannot report that itself. */
export function startQueueJobs(ctx: Ctx): () => void {
  const check = watchForSilence(ctx);
  const timer = setInterval(() => {
    check().catch((err: unknown) => ctx.log.warn({ err }, 'The state of the music bot could not be checked'));
  }, checkEveryMs).unref();
  return () => clearInterval(timer);
}
