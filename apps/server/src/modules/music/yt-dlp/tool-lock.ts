import { AppError } from '../../../errors.ts';

/** Requests that come meanwhile wait, too: an hour-long download must not block them all. */
const defaultPatienceMs = 60_000;

export type ToolLock = {
  /** Shared: any number of runs at a time. */
  use: <T>(work: () => Promise<T>) => Promise<T>;
  /** Exclusive: waits for the running uses, and later uses wait for it. Gives up where a use takes too long. */
  change: <T>(work: () => Promise<T>, patienceMs?: number) => Promise<T>;
};

/** Readers-writer lock of the download tool: an update never replaces it while it runs. */
export function createToolLock(): ToolLock {
  const users = new Set<Promise<unknown>>();
  let change: Promise<unknown> = Promise.resolve();
  return {
    use: async (work) => {
      await change;
      const used = work();
      const ended = used.catch(() => undefined).finally(() => users.delete(ended));
      users.add(ended);
      return used;
    },
    change: (work, patienceMs = defaultPatienceMs) => {
      const changed = change.then(() => within(patienceMs, Promise.all(users))).then(work);
      change = changed.catch(() => undefined);
      return changed;
    },
  };
}

async function within(patienceMs: number, users: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = 'Downloads are still running. Please try again when they are done.';
    timer = setTimeout(() => reject(new AppError('CONFLICT', message)), patienceMs);
  });
  await Promise.race([users, timeout]).finally(() => clearTimeout(timer));
}
