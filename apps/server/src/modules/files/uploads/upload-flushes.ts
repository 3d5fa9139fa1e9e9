import type { FileHandle } from 'node:fs/promises';

/** Flushes a file while more of it is written, one flush at a time. */
export type UploadFlushes = {
  /** Offset up to which it is written. */
  written: number;
  /** Offset up to which it is flushed and acknowledged. */
  readonly safe: number;
  readonly isRunning: boolean;
  /** Flushes what is written so far. */
  run(): Promise<void>;
  /** Resolves when no flush is running, whether they failed or not. */
  ended(): Promise<void>;
};

export function createFlushes(
  handle: FileHandle,
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
    run: () => {
      running += 1;
      last = last
        .catch(() => {})
        .then(flush)
        .finally(() => (running -= 1));
      return last;
    },
    ended: () => last.catch(() => {}),
  };
  const flush = async () => {
    const { written } = flushes;
    // The kernel reports a failed write-back only once: a second fsync would succeed without the data being safe.
    if (broken !== undefined) throw broken;
    if (written === safe) return;
    await handle.datasync().catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error('The drive could not be flushed', { cause: error });
      throw broken;
    });
    await acknowledge(written);
    safe = written;
  };
  return flushes;
}
