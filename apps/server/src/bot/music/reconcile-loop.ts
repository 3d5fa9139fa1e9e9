import type { Logger } from 'pino';

export type ReconcileLoop = { trigger: () => void; stop: () => Promise<void> };

/** Reconciles when triggered and at an interval, never twice at once; triggers during a run cause one more run. */
export function createReconcileLoop(options: {
  log: Logger;
  everyMs: number;
  reconcile: () => Promise<void>;
}): ReconcileLoop {
  let isDue = false;
  let isStopped = false;
  let running: Promise<void> | undefined;

  const run = async () => {
    while (isDue && !isStopped) {
      isDue = false;
      try {
        await options.reconcile();
      } catch (err) {
        // The next run tries again.
        options.log.warn({ err }, 'The music player could not follow its queue');
      }
    }
    running = undefined;
  };
  const trigger = () => {
    isDue = true;
    if (!isStopped) running ??= run();
  };
  const timer = setInterval(trigger, options.everyMs);
  return {
    trigger,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
