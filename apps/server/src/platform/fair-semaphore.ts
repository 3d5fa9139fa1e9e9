import { SemaphoreFullError } from './semaphore.ts';

/** The key has all its slots taken and its part of the queue full; what is full for all is a `SemaphoreFullError`. */
export class ShareFullError extends SemaphoreFullError {}

export type FairSemaphore = {
  /** `key`: who it is for. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
};

type Limits = { parallel: number; waiting: number };
/** `waitMs`: what has waited for so long is refused. */
type TotalLimits = Limits & { waitMs?: number };
type Waiting = { start: () => void; refuse: (error: SemaphoreFullError) => void };
type Share = { running: number; waiting: Waiting[] };
/** `refusesOldest`: a key's part of the queue is full, and its newest work replaces the oldest that waits. */
type KeyLimits = Limits & { refusesOldest?: boolean };

/**
 * Semaphore whose slots go to the keys in turn: whatever one has in the queue, the next slot is another's.
 * Each key has a limit of its own, so that nobody can take all slots or fill the queue; what exceeds it is refused at once.
 */
export function createFairSemaphore({ perKey, ...total }: TotalLimits & { perKey: KeyLimits }): FairSemaphore {
  /** In the order of their turns: who has just had one is last. */
  const shares = new Map<string, Share>();
  let [running, waiting] = [0, 0];

  /** Of those who wait, who has the fewest slots; among equals, whose last turn is longest ago. */
  const findNext = (): [string, Share] | undefined => {
    const eligible = [...shares].filter(([, share]) => share.waiting.length > 0 && share.running < perKey.parallel);
    const fewest = Math.min(...eligible.map(([, share]) => share.running));
    return eligible.find(([, share]) => share.running === fewest);
  };

  const startAll = (): void => {
    for (let next = findNext(); next && running < total.parallel; next = findNext()) {
      const [key, share] = next;
      shares.delete(key);
      shares.set(key, share);
      running += 1;
      waiting -= 1;
      share.running += 1;
      share.waiting.shift()?.start();
    }
  };

  const forgetIdle = (key: string, share: Share): void => {
    if (share.running === 0 && share.waiting.length === 0) shares.delete(key);
  };

  const waitForTurn = async (key: string, share: Share): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const turn = new Promise<void>((start, refuse) => {
      const own = { start, refuse };
      share.waiting.push(own);
      if (total.waitMs === undefined) return;
      timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(own), 1);
        waiting -= 1;
        forgetIdle(key, share);
        refuse(new SemaphoreFullError('The queue is too slow.'));
      }, total.waitMs);
    });
    startAll();
    await turn.finally(() => clearTimeout(timer));
  };

  const release = (key: string, share: Share): void => {
    running -= 1;
    share.running -= 1;
    forgetIdle(key, share);
    startAll();
  };

  return {
    async run(key, work) {
      const share = shares.get(key) ?? { running: 0, waiting: [] };
      const isFree = running < total.parallel && share.running < perKey.parallel;
      if (!isFree && share.waiting.length >= perKey.waiting) {
        const error = new ShareFullError('This key has all its slots taken and its part of the queue full.');
        const oldest = perKey.refusesOldest === true ? share.waiting.shift() : undefined;
        if (!oldest) throw error;
        waiting -= 1;
        oldest.refuse(error);
      }
      if (!isFree && waiting >= total.waiting) throw new SemaphoreFullError('The queue is full.');
      shares.set(key, share);
      waiting += 1;
      await waitForTurn(key, share);
      try {
        return await work();
      } finally {
        release(key, share);
      }
    },
  };
}
