import { lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Adds up the files in a folder and in all below it, one after another. Links are not followed.
 * It is not whole where there is too much to see or something that may not be read.
 */
export async function measureFolder(
  folder: string,
  options: { maxEntries: number; isStopped: () => boolean },
): Promise<{ bytes: number; isWhole: boolean }> {
  let [bytes, seen, isWhole] = [0, 0, true];
  const waiting = [await realpath(folder)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    try {
      for await (const entry of await opendir(path)) {
        seen += 1;
        if (seen > options.maxEntries || options.isStopped()) return { bytes, isWhole: false };
        if (entry.isDirectory()) waiting.push(join(path, entry.name));
        else if (entry.isFile()) bytes += (await lstat(join(path, entry.name))).size;
      }
    } catch {
      // Gone meanwhile, or not ours to read.
      isWhole = false;
    }
  }
  return { bytes, isWhole };
}
