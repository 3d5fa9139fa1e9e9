import type { Ctx } from '../../context.ts';
import { announceSilence } from './queue-silence.service.ts';

const lookEveryMs = 5000;

/** Shows it to everyone when the bot falls silent: it cannot say so itself. */
export function startQueueJobs(ctx: Ctx): () => void {
  const look = announceSilence(ctx);
  const timer = setInterval(() => {
    look().catch((err: unknown) => ctx.log.warn({ err }, 'The music could not be looked at'));
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}
