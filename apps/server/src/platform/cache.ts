import { LRUCache } from 'lru-cache';

type Limits<T> = { maxEntries: number; ttlMs: number } | { maxSize: number; sizeOf: (value: T) => number };

export type Cache<T extends object> = {
  /** Returns the cached value or builds it. Concurrent builds of one key are shared; failures are not cached. */
  get(key: string, build: () => Promise<T>, now?: Date): Promise<T>;
  /** What is cached already; never waits for a build. */
  peek(key: string, now?: Date): T | undefined;
  set(key: string, value: T, now?: Date): void;
};

/** LRU cache, bounded by entries and age or by total size. A value that is larger than `maxSize` is not cached. */
export function createCache<T extends object>(limits: Limits<T>): Cache<T> {
  let nowMs = 0;
  const bounds =
    'ttlMs' in limits
      ? { max: limits.maxEntries, ttl: limits.ttlMs }
      : { maxSize: limits.maxSize, sizeCalculation: (value: T) => Math.max(1, limits.sizeOf(value)) };
  const cache = new LRUCache<string, T, () => Promise<T>>({
    ...bounds,
    fetchMethod: (_key, _stale, { context: build }) => build(),
    // Callers whose build is evicted before it ends still get its result.
    ignoreFetchAbort: true,
    perf: { now: () => nowMs },
    ttlResolution: 0,
  });
  const at = (now: Date | undefined) => {
    nowMs = (now ?? new Date()).getTime();
    return cache;
  };
  return {
    get: (key, build, now) => at(now).forceFetch(key, { context: build }),
    peek: (key, now) => at(now).peek(key),
    set: (key, value, now) => void at(now).set(key, value),
  };
}
