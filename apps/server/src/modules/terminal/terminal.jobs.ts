import { once } from 'node:events';
import { isOwner } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { findEnded, readCallers } from '../sessions/sessions.service.ts';
import { terminalOf } from './terminal.runs.ts';

const lookEveryMs = 500;

/** Ends the runs of those who may not have them any more; on `stop` all of them, and waits until nothing is left. */
export function startTerminalJobs(ctx: Ctx): { stop: () => Promise<void> } {
  const terminal = terminalOf(ctx);
  terminal.guard.onTakeover(() => ctx.log.warn('The guard of the terminal was ended; another one has taken over'));
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking || terminal.runs.size === 0) return;
    isLooking = true;
    endRunsOfOthers(ctx)
      .catch((err: unknown) => ctx.log.warn({ err }, 'Running commands could not be checked'))
      .finally(() => (isLooking = false));
  }, lookEveryMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      terminal.isClosing = true;
      const left = [...terminal.runs.values()].map((run) => once(run.left, 'abort'));
      for (const run of terminal.runs.values()) run.end('closing');
      await Promise.all(left);
      terminal.guard.close();
    },
  };
}

async function endRunsOfOthers(ctx: Ctx): Promise<void> {
  const runs = [...terminalOf(ctx).runs.values()];
  const sessionIds = [...new Set(runs.map(({ sessionId }) => sessionId))];
  const ended = new Set(await findEnded(ctx, sessionIds));
  const callers = await readCallers(ctx, sessionIds);
  const owners = new Set(callers.filter(({ roles }) => isOwner(roles)).map(({ sessionId }) => sessionId));
  for (const run of runs) if (ended.has(run.sessionId) || !owners.has(run.sessionId)) run.end('session');
}
