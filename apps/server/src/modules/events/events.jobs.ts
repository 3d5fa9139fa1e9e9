import type { Ctx } from '../../context.ts';
import { findEnded } from '../sessions/sessions.service.ts';
import type { Hub } from './events.hub.ts';

const everyMs = 500;

/**
 * Ends the streams of ended sessions. One question to the database for all of them, rather than a message for each:
 * it holds for every way a session can end, the operator's command line and a lost message included.
 */
export function startEventsJobs(ctx: Ctx, hub: Hub): () => void {
  let isChecking = false;
  const check = async () => {
    const open = hub.sessionIds();
    if (isChecking || open.length === 0) return;
    isChecking = true;
    try {
      for (const ended of await findEnded(ctx, open)) hub.closeSession(ended);
    } catch (err) {
      ctx.log.warn({ err }, 'Open streams could not be checked');
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), everyMs).unref();
  return () => clearInterval(timer);
}
