import pLimit from 'p-limit';

/** A fair semaphore: waiters are served in the order in which they came. */
export type Semaphore = {
  /** Resolves with the function that releases the slot; calling that more than once is harmless. */
  acquire(signal: AbortSignal): Promise<() => void>;
};

export function createSemaphore(slots: number): Semaphore {
  const limit = pLimit(slots);
  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        const cancel = () => reject(new Error('Cancelled.'));
        signal.addEventListener('abort', cancel, { once: true });
        void limit(async () => {
          if (signal.aborted) return cancel();
          signal.removeEventListener('abort', cancel);
          await new Promise<void>((release) => resolve(release));
        });
      }),
  };
}
