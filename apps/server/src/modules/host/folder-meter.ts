import type { Logger } from 'pino';
import { measureFolder } from './folder-size.ts';

const everyMs = 10 * 60 * 1000;
const maxEntries = 500_000;

type Options = { folder: string | undefined; log: Logger; clock: () => Date; maxEntries?: number };

/** Knows how much a folder holds without keeping anyone waiting: it is walked behind the scenes, now and then. */
export function createFolderMeter({ folder, log, clock, ...options }: Options) {
  let last: { bytes: number; error?: Error } = { bytes: 0 };
  let nextAt = 0;
  let [isWalking, isStopped, isWhole] = [false, false, true];

  const walk = async (path: string) => {
    try {
      const size = await measureFolder(path, { maxEntries, ...options, isStopped: () => isStopped });
      if (isStopped) return;
      if (isWhole && !size.isWhole) log.warn({ folder: path }, 'A folder could not be measured as a whole');
      ({ isWhole } = size);
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
    /** The bytes of the last walk; throws what it failed with. */
    read(): number {
      refresh();
      if (last.error !== undefined) throw last.error;
      return last.bytes;
    },
    stop: () => void (isStopped = true),
  };
}
