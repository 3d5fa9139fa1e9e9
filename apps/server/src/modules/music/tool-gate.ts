import { perPortal } from '../../platform/per-portal.ts';

/** The download tool is used by many at a time, or changed by one. Who comes after a change waits for its end. */
export const toolGate = perPortal(() => {
  const users = new Set<Promise<unknown>>();
  let change: Promise<unknown> = Promise.resolve();
  return {
    use: async <T>(work: () => Promise<T>): Promise<T> => {
      await change;
      const used = work();
      const ended = used.catch(() => undefined).finally(() => users.delete(ended));
      users.add(ended);
      return used;
    },
    change: <T>(work: () => Promise<T>): Promise<T> => {
      const changed = change.then(() => Promise.all(users)).then(work);
      change = changed.catch(() => undefined);
      return changed;
    },
  };
});
