import { setTimeout as wait } from 'node:timers/promises';

/** Exponential back-off with jitter between attempts to reach the gateway. */
export type BackOff = {
  /** Resolves when the next attempt may be made; rejects once the signal aborts. */
  waitForNext: (signal: AbortSignal) => Promise<void>;
  /** Allows no attempt for at least this long. */
  holdOff: (ms: number) => void;
  /** The last attempt led to a stable connection: the next pause is the shortest again. */
  reset: () => void;
};

const shortestMs = 1000;
const longestMs = 60_000;

/** At least a second between two attempts, doubled after each one that failed. */
export function createBackOff(now: () => number = () => performance.now()): BackOff {
  let attempts = 0;
  let nextAt = now();
  const holdOff = (ms: number) => {
    nextAt = Math.max(nextAt, now() + ms);
  };
  const waitForNext = async (signal: AbortSignal) => {
    // Several callers may wait: one that wakes up late finds the slot taken by another.
    while (now() < nextAt) await wait(nextAt - now(), undefined, { signal, ref: false });
    signal.throwIfAborted();
    const pauseMs = Math.min(longestMs, shortestMs * 2 ** attempts);
    attempts += 1;
    // The jitter only adds: many bots that lost Discord at once do not come back together.
    holdOff(pauseMs * (1 + Math.random() * 0.3));
  };
  const reset = () => {
    attempts = 0;
  };
  return { waitForNext, holdOff, reset };
}
