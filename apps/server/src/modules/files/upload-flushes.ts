import type { FileHandle } from 'node:fs/promises';

/** Flushes of one file that is being written, one at a time; the next bytes come meanwhile. */
export type UploadFlushes = {
  /** How far it is written. */
  written: number;
  /** How far it is flushed, and said to be. */
  readonly safe: number;
  readonly isRunning: boolean;
  /** Flushes all that is written by now. */
  run(): Promise<void>;
  /** When none is running any more, however they ended. */
  ended(): Promise<void>;
};

export function createFlushes(handle: FileHandle, offset: number, say: (safe: number) => Promise<void>): UploadFlushes {
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
    // The system tells of a write that failed once: a second flush would succeed without having done anything.
    if (broken !== undefined) throw broken;
    if (written === safe) return;
    await handle.datasync().catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error('The drive could not be flushed', { cause: error });
      throw broken;
    });
    await say(written);
    safe = written;
  };
  return flushes;
}
