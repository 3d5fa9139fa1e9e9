import { setTimeout as wait } from 'node:timers/promises';

/** Waits as long as so many bytes take. */
export type OutputPace = (bytes: number) => Promise<void>;

/** So much is faster than anyone reads, and slow enough that nobody else notices. */
const bytesPerMs = 4000;
/** A short answer does not wait. */
const burstMs = 100;

/** One pace for all runs of a portal: ten of them are no more work for it than one. */
export function createOutputPace(): OutputPace {
  let freeAt = 0;
  return async (bytes) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now - burstMs) + bytes / bytesPerMs;
    if (freeAt > now) await wait(freeAt - now);
  };
}
