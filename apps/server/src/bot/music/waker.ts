import type { Logger } from 'pino';

export type Waker = { wake: () => void; stop: () => Promise<void> };

/** Does the work when asked and every now and then, never twice at once; asked meanwhile, it does it once more. */
export function createWaker(options: { log: Logger; everyMs: number; work: () => Promise<void> }): Waker {
  let isAsked = false;
  let isStopped = false;
  let running: Promise<void> | undefined;

  const run = async () => {
    while (isAsked && !isStopped) {
      isAsked = false;
      try {
        await options.work();
      } catch (err) {
        // It is done again at the next look.
        options.log.warn({ err }, 'The music could not be looked after');
      }
    }
    running = undefined;
  };
  const wake = () => {
    isAsked = true;
    if (!isStopped) running ??= run();
  };
  const timer = setInterval(wake, options.everyMs);
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
