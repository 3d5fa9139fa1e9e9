import { setTimeout as delay } from 'node:timers/promises';

type Waiting = {
  /** What is waited for, for the operator. */
  name: string;
  limitMs: number;
  print: (line: string) => void;
  signal?: AbortSignal | undefined;
  /** Whether it may answer later; other faults are thrown at once. */
  isAway: (error: unknown) => boolean;
};

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/** Retries with back-off while the other side is away, and says so once; throws the last fault when the time is over. */
export async function waitFor<Result>(
  open: () => Promise<Result>,
  { name, limitMs, print, signal, isAway }: Waiting,
): Promise<Result> {
  const start = performance.now();
  for (let pauseMs = firstPauseMs, isPrinted = false; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await open();
    } catch (error) {
      signal?.throwIfAborted();
      const remainingMs = limitMs - (performance.now() - start);
      if (remainingMs <= 0 || !isAway(error)) throw error;
      if (!isPrinted) print(`Waiting for ${name}, for ${Math.round(limitMs / 1000)} s at most: ${reasonOf(error)}`);
      isPrinted = true;
      await delay(Math.min(pauseMs, remainingMs), undefined, signal ? { signal } : {}).catch(() =>
        signal?.throwIfAborted(),
      );
    }
  }
}

/** An attempt at several addresses of one name has no message of its own. */
function reasonOf(error: unknown): string {
  const known = error instanceof AggregateError ? error.errors[0] : error;
  return known instanceof Error ? known.message : String(known);
}
