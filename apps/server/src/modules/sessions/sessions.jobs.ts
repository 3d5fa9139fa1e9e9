import type { Ctx } from '../../context.ts';
import { removeExpired } from './sessions.service.ts';
import { removeEnded } from './attempts.service.ts';

const everyMs = 60 * 60 * 1000;

/** Clears away what has expired, now and every hour. */
export function startSessionsJobs(ctx: Ctx): () => void {
  const sweep = () => {
    Promise.all([removeExpired(ctx), removeEnded(ctx)]).catch((err: unknown) =>
      ctx.log.warn({ err }, 'Expired sessions could not be removed'),
    );
  };
  sweep();
  const timer = setInterval(sweep, everyMs).unref();
  return () => clearInterval(timer);
}
