import type { OpenPart } from '../../../platform/files/blob-store.ts';

/** Flushes a part while more of it is written, one flush at a time. */
export type UploadFlushes = {
  /** Offset up to which it is written. */
  written: number;
  /** Offset up to which it is flushed and acknowledged. */
  readonly safe: number;
  readonly isRunning: boolean;
  /** Flushes what is written so far; without `all`, as much of it as is cheap. */
  run(options?: { all: boolean }): Promise<void>;
  /** Resolves when no flush is running, whether they failed or not. */
  ended(): Promise<void>;
};

export function createFlushes(
  part: Pick<OpenPart, 'flush'>,
  offset: number,
  acknowledge: (safe: number) => Promise<void>,
): UploadFlushes {
  let safe = offset;
  let running = 0;
  let last: Promise<void> = Promise.resolve();
  let broken: Error | undefined;
  const flushes = {
    written: offset,
    get safe() {
      return safe;
    },
    get isRunning() {
      return running > 0;
    },
    run: (options = { all: false }) => {
      running += 1;
      last = last
        .catch(() => {})
        .then(() => flush(options))
        .finally(() => (running -= 1));
      return last;
    },
    ended: () => last.catch(() => {}),
  };
  const flush = async (options: { all: boolean }) => {
    const { written } = flushes;
    // The kernel reports a failed write-back only once: a second fsync would succeed without the data being safe.
    if (broken !== undefined) throw broken;
    if (written === safe) return;
    const flushed = await part.flush(options).catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error('The drive could not be flushed', { cause: error });
      throw broken;
    });
    const reached = Math.min(flushed, written);
    if (reached <= safe) return;
    await acknowledge(reached);
    safe = reached;
  };
  return flushes;
}
