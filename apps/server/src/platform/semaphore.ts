import pLimit from 'p-limit';

export class SemaphoreFullError extends Error {}

export type Semaphore = {
  run<T>(work: () => Promise<T>): Promise<T>;
  counts(): { running: number; waiting: number };
};

/** Semaphore with a bounded queue: `parallel` at once, `waiting` in the queue, the rest refused at once. */
export function createSemaphore(limits: { parallel: number; waiting: number }): Semaphore {
  const limit = pLimit(limits.parallel);
  return {
    async run(work) {
      if (limit.activeCount >= limits.parallel && limit.pendingCount >= limits.waiting)
        throw new SemaphoreFullError('All slots are taken and the queue is full.');
      return limit(work);
    },
    counts: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
  };
}

/** A mutex: one at a time, in the order of arrival. */
export function createMutex(): Semaphore {
  return createSemaphore({ parallel: 1, waiting: Number.POSITIVE_INFINITY });
}

export type KeyedSemaphore = {
  /** Takes a slot. Returns the function that releases it, or which limit is reached: that of the key or that of all. */
  tryAcquire(key: string): (() => void) | 'key' | 'total';
};

/** Semaphore without a queue that also limits the slots of each key. */
export function createKeyedSemaphore({ perKey, total }: { perKey: number; total: number }): KeyedSemaphore {
  const taken = new Map<string, number>();
  let inUse = 0;
  return {
    tryAcquire(key) {
      const own = taken.get(key) ?? 0;
      if (own >= perKey) return 'key';
      if (inUse >= total) return 'total';
      taken.set(key, own + 1);
      inUse += 1;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        inUse -= 1;
        const remaining = (taken.get(key) ?? 0) - 1;
        if (remaining > 0) taken.set(key, remaining);
        else taken.delete(key);
      };
    },
  };
}
