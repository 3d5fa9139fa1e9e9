import pLimit from 'p-limit';

export class QueueFullError extends Error {}

export type WorkQueue = { run<T>(work: () => Promise<T>): Promise<T> };

/** Semaphore with a bounded queue: `parallel` at once, `waiting` in the queue, the rest refused at once. */
export function createWorkQueue(limits: { parallel: number; waiting: number }): WorkQueue {
  const limit = pLimit(limits.parallel);
  return {
    async run(work) {
      if (limit.activeCount >= limits.parallel && limit.pendingCount >= limits.waiting)
        throw new QueueFullError('Too much is waiting already.');
      return limit(work);
    },
  };
}
