import type { Logger } from 'pino';

type RepeatOptions = {
  everyMs: number;
  /** Logged when a run fails; the next one goes on as usual. */
  failure: string;
  /** Waits for the interval before the first run. */
  isDelayed?: boolean;
};

/** Work as rare as this can wait until a start is over, which it would slow down. */
const rareMs = 60 * 60 * 1000;
const afterStartMs = 2_000;

/** Runs periodic work in the background, never twice at once; returns what stops it. A run that is stopped midway may fail. */
export function repeat(
  log: Logger,
  { everyMs, failure, isDelayed = false }: RepeatOptions,
  work: () => Promise<unknown>,
): () => void {
  let [isRunning, isStopped] = [false, false];
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } catch (err) {
      log[isStopped ? 'debug' : 'warn']({ err }, failure);
    } finally {
      isRunning = false;
    }
  };
  const isRare = everyMs >= rareMs;
  const first = isDelayed || !isRare ? undefined : setTimeout(() => void run(), afterStartMs).unref();
  if (!isDelayed && !isRare) void run();
  const timer = setInterval(() => void run(), everyMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(first);
    clearInterval(timer);
  };
}
