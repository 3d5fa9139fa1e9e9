import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';

/** Those who come meanwhile wait too: an hour-long download must not hold them all. */
const defaultPatienceMs = 60_000;

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
    change: <T>(work: () => Promise<T>, patienceMs = defaultPatienceMs): Promise<T> => {
      const changed = change.then(() => within(patienceMs, Promise.all(users))).then(work);
      change = changed.catch(() => undefined);
      return changed;
    },
  };
});

async function within(patienceMs: number, users: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const words = 'Downloads are still running. Please try again when they are done.';
    timer = setTimeout(() => reject(new AppError('CONFLICT', words)), patienceMs);
  });
  await Promise.race([users, tooLong]).finally(() => clearTimeout(timer));
}
