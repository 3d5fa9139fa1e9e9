import { lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';

const everyMs = 10 * 60 * 1000;
const maxEntries = 500_000;

type Options = { folder: string | undefined; log: Logger; clock: () => Date; maxEntries?: number };

/** The size of a folder, measured in the background from time to time: reading it never waits. */
export function createFolderMeter({ folder, log, clock, ...options }: Options) {
  let last: { bytes: number; error?: Error } = { bytes: 0 };
  let nextAt = 0;
  let [isWalking, isStopped, isComplete] = [false, false, true];

  const walk = async (path: string) => {
    try {
      const size = await measureFolder(path, { maxEntries, ...options, isStopped: () => isStopped });
      if (isStopped) return;
      if (isComplete && !size.isComplete) log.warn({ folder: path }, 'A folder could not be measured completely');
      ({ isComplete } = size);
      last = { bytes: size.bytes };
    } catch (error) {
      last = { bytes: 0, error: error instanceof Error ? error : new Error(String(error)) };
    }
  };
  const refresh = () => {
    const now = clock().getTime();
    if (folder === undefined || isWalking || isStopped || now < nextAt) return;
    [isWalking, nextAt] = [true, now + everyMs];
    void walk(folder).finally(() => (isWalking = false));
  };
  return {
    refresh,
    /** The bytes of the last measurement; throws its error. */
    read(): number {
      refresh();
      if (last.error !== undefined) throw last.error;
      return last.bytes;
    },
    stop: () => void (isStopped = true),
  };
}

/**
 * Adds up the files of a folder, recursively. Symbolic links are not followed. It is incomplete above `maxEntries` or
 * where something cannot be read.
 */
export async function measureFolder(
  folder: string,
  options: { maxEntries: number; isStopped: () => boolean },
): Promise<{ bytes: number; isComplete: boolean }> {
  let [bytes, seen, isComplete] = [0, 0, true];
  const pending = [await realpath(folder)];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    try {
      for await (const entry of await opendir(path)) {
        seen += 1;
        if (seen > options.maxEntries || options.isStopped()) return { bytes, isComplete: false };
        if (entry.isDirectory()) pending.push(join(path, entry.name));
        else if (entry.isFile()) bytes += (await lstat(join(path, entry.name))).size;
      }
    } catch {
      // Removed meanwhile, or no permission.
      isComplete = false;
    }
  }
  return { bytes, isComplete };
}
