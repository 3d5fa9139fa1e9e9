import { LRUCache } from 'lru-cache';

export type FreshCache<T extends object> = {
  /** What was read less than `maxAgeMs` ago. */
  get(key: string): T | undefined;
  /** Reads a value and caches it, unless there is none. Concurrent reads of one key are shared. */
  read<Found extends T | undefined>(key: string, load: (earlier: T | undefined) => Promise<Found>): Promise<Found>;
  /** Reads all values that were used since the last time again, at once; those that are not found are dropped. */
  rereadUsed(load: (keys: string[]) => Promise<Map<string, T>>): Promise<void>;
  /** Something has changed: drops these values, or all. A read that has begun is not cached, as it may be of the state before. */
  drop(isChanged?: (value: T, key: string) => boolean): void;
};

type Entry<T> = { value: T; readAtMs: number; isUsed: boolean };
type Read<T> = { startedAtMs: number; result: Promise<T | undefined> };

/** LRU cache of values that are never older than `maxAgeMs`, counted from before they were read, by a monotonic clock. */
export function createFreshCache<T extends object>(
  { maxEntries, maxAgeMs }: { maxEntries: number; maxAgeMs: number },
  nowMs: () => number = () => performance.now(),
): FreshCache<T> {
  const entries = new LRUCache<string, Entry<T>>({ max: maxEntries });
  const reads = new Map<string, Read<T>>();
  let used: [key: string, Entry<T>][] = [];
  const isFresh = (sinceMs: number) => nowMs() - sinceMs < maxAgeMs;

  const start = (key: string, load: (earlier: T | undefined) => Promise<T | undefined>): Read<T> => {
    const read: Read<T> = { startedAtMs: nowMs(), result: load(entries.peek(key)?.value) };
    reads.set(key, read);
    const isCurrent = () => reads.get(key) === read;
    read.result.then(
      (value) => {
        if (!isCurrent()) return;
        reads.delete(key);
        if (value === undefined) entries.delete(key);
        else entries.set(key, { value, readAtMs: read.startedAtMs, isUsed: false });
      },
      () => isCurrent() && reads.delete(key),
    );
    return read;
  };

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined || !isFresh(entry.readAtMs)) return undefined;
      if (!entry.isUsed) {
        entry.isUsed = true;
        used.push([key, entry]);
      }
      return entry.value;
    },
    read<Found extends T | undefined>(key: string, load: (earlier: T | undefined) => Promise<Found>) {
      const running = reads.get(key);
      const read = running && isFresh(running.startedAtMs) ? running : start(key, load);
      return read.result as Promise<Found>;
    },
    async rereadUsed(load) {
      const reread = used;
      used = [];
      if (reread.length === 0) return;
      const readAtMs = nowMs();
      const found = await load(reread.map(([key]) => key));
      for (const [key, entry] of reread) {
        // Dropped or read again meanwhile.
        if (entries.peek(key) !== entry) continue;
        const value = found.get(key);
        if (value === undefined) entries.delete(key);
        else entries.set(key, { value, readAtMs, isUsed: false });
      }
    },
    drop(isChanged) {
      reads.clear();
      if (!isChanged) entries.clear();
      else for (const [key, { value }] of entries.entries()) if (isChanged(value, key)) entries.delete(key);
    },
  };
}
