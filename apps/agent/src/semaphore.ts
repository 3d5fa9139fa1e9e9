/** A fair semaphore: waiters are served in the order in which they came. */
export type Semaphore = {
  /** Resolves with the function that releases the slot; calling that more than once is harmless. */
  acquire(signal: AbortSignal): Promise<() => void>;
};

export function createSemaphore(slots: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = slots;
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async acquire(signal) {
      if (free > 0) free -= 1;
      else await waitForSlot(waiting, signal);
      let isHeld = true;
      return () => {
        if (isHeld) release();
        isHeld = false;
      };
    },
  };
}

function waitForSlot(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const abort = () => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(new Error('Cancelled.'));
    };
    waiting.push(take);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}
