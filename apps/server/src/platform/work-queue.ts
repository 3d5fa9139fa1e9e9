export class QueueFullError extends Error {}

export type WorkQueue = { run<T>(work: () => Promise<T>): Promise<T> };

/** Bounds costly work: so many at once, so many waiting, the rest refused at once. */
export function createWorkQueue(limits: { parallel: number; waiting: number }): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const startNext = () => {
    running -= 1;
    waiting.shift()?.();
  };
  return {
    async run(work) {
      if (running >= limits.parallel) {
        if (waiting.length >= limits.waiting) throw new QueueFullError('Too much is waiting already.');
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      running += 1;
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
