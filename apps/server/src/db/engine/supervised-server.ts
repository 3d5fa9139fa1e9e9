import { setTimeout as delay } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';
import type { EngineLog } from './postmaster-log.ts';

export type SupervisedServer = { pid: () => number; stop: () => Promise<void> };

/** Of a server that has run this long, an exit is the first failure again. */
const steadyMs = 60_000;
const maxPauseMs = 30_000;

/**
 * Starts the server again whenever it exits by itself: at once the first time, then after pauses that grow. Until it
 * runs, queries fail as they would with a database that cannot be reached.
 */
export function supervise(
  first: Postmaster,
  { relaunch, log }: { relaunch: (signal: AbortSignal) => Promise<Postmaster>; log: EngineLog },
): SupervisedServer {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;
  let pauseMs = 0;

  const tryAgain = async (): Promise<Postmaster | undefined> => {
    while (!signal.aborted) {
      // Ends early where the portal stops.
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(Math.max(1_000, pauseMs * 2), maxPauseMs);
      if (signal.aborted) return undefined;
      try {
        return await relaunch(signal);
      } catch (err) {
        if (!signal.aborted) log.error({ err }, 'The database server could not be started again');
      }
    }
    return undefined;
  };

  const watch = async (): Promise<void> => {
    for (let running: Postmaster | undefined = first; running; running = await tryAgain()) {
      const startedAt = performance.now();
      current = running;
      const code = await running.exited;
      if (signal.aborted) return;
      log.error({ code }, 'The database server has exited by itself; it is started again');
      if (performance.now() - startedAt > steadyMs) pauseMs = 0;
    }
  };
  const watching = watch();

  return {
    pid: () => current.pid,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
