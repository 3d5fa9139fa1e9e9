import { setTimeout as wait } from 'node:timers/promises';

/** Keeps tries at the gateway apart. */
export type Pacer = {
  /** Resolves when the next try may be made; rejects where that is no longer wanted. */
  turn: (signal: AbortSignal) => Promise<void>;
  /** No try before so long. */
  holdOff: (ms: number) => void;
  /** The last try led to something that held: the next pause is a short one again. */
  settle: () => void;
};

const shortestMs = 1000;
const longestMs = 60_000;

/** At least a second between two tries, and twice as long after each that came to nothing. */
export function createPacer(now: () => number = () => performance.now()): Pacer {
  let tries = 0;
  let nextAt = now();
  const holdOff = (ms: number) => {
    nextAt = Math.max(nextAt, now() + ms);
  };
  const turn = async (signal: AbortSignal) => {
    // Several may wait; whoever wakes up late finds the time taken by another.
    while (now() < nextAt) await wait(nextAt - now(), undefined, { signal, ref: false });
    signal.throwIfAborted();
    const pauseMs = Math.min(longestMs, shortestMs * 2 ** tries);
    tries += 1;
    // More, never less: many bots that lost Discord at once come back one by one.
    holdOff(pauseMs * (1 + Math.random() * 0.3));
  };
  const settle = () => {
    tries = 0;
  };
  return { turn, holdOff, settle };
}
