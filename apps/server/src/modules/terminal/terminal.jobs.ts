import { once } from 'node:events';
import { isOwner } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { findEnded, readCallers } from '../sessions/sessions.service.ts';
import { deleteOldRecordings } from './recordings.service.ts';

const checkEveryMs = 500;
const deleteEveryMs = 60 * 60 * 1000;

/**
 * Ends runs whose user has lost the session or the role, and deletes old recordings; `stop` ends all runs and waits for
 * the last one.
 */
export function startTerminalJobs(ctx: Ctx): { stop: () => Promise<void> } {
  const { terminal } = ctx.state;
  terminal.guard.onTakeover(() => ctx.log.warn('The guard of the terminal was killed; a new one has taken over'));
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking || terminal.runs.size === 0) return;
    isChecking = true;
    endForbiddenRuns(ctx)
      .catch((err: unknown) => ctx.log.warn({ err }, 'Running commands could not be checked'))
      .finally(() => (isChecking = false));
  }, checkEveryMs).unref();
  const deleteOld = () =>
    void deleteOldRecordings(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'Old recordings could not be deleted'));
  deleteOld();
  const deleting = setInterval(deleteOld, deleteEveryMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      clearInterval(deleting);
      terminal.isClosing = true;
      const released = [...terminal.runs.values()].map((run) => once(run.released, 'abort'));
      for (const run of terminal.runs.values()) run.end('closing');
      await Promise.all(released);
      terminal.guard.close();
    },
  };
}

async function endForbiddenRuns(ctx: Ctx): Promise<void> {
  const runs = [...ctx.state.terminal.runs.values()];
  const sessionIds = [...new Set(runs.map(({ sessionId }) => sessionId))];
  const ended = new Set(await findEnded(ctx, sessionIds));
  const callers = await readCallers(ctx, sessionIds);
  const owners = new Set(callers.filter(({ roles }) => isOwner(roles)).map(({ sessionId }) => sessionId));
  for (const run of runs) if (ended.has(run.sessionId) || !owners.has(run.sessionId)) run.end('session');
}
