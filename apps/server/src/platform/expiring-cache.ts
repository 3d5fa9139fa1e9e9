export type ExpiringCache<T> = ReturnType<typeof createExpiringCache<T>>;

/** Keeps answers for a while, the newest ones; an answer that failed is asked for again. */
export function createExpiringCache<T>(limits: { keepMs: number; max: number }) {
  const kept = new Map<string, { value: Promise<T>; until: number }>();
  return {
    get: (key: string, now: Date, make: () => Promise<T>): Promise<T> => {
      const known = kept.get(key);
      if (known && known.until > now.getTime()) return known.value;
      const value = make();
      const entry = { value, until: now.getTime() + limits.keepMs };
      kept.delete(key);
      kept.set(key, entry);
      for (const oldest of kept.keys()) {
        if (kept.size <= limits.max) break;
        kept.delete(oldest);
      }
      value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return value;
    },
    /** What is here already, or on its way. */
    peek: (key: string, now: Date): Promise<T> | undefined => {
      const known = kept.get(key);
      return known && known.until > now.getTime() ? known.value : undefined;
    },
    put: (key: string, now: Date, value: T): void => {
      kept.delete(key);
      kept.set(key, { value: Promise.resolve(value), until: now.getTime() + limits.keepMs });
      for (const oldest of kept.keys()) {
        if (kept.size <= limits.max) break;
        kept.delete(oldest);
      }
    },
  };
}
