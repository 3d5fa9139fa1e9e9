import type { Ctx } from '../../context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { lockSaves } from './databases.store.ts';

/** Whoever waits here takes no connection to PostgreSQL meanwhile. */
const queue = perPortal(() => createSemaphore({ parallel: 1, waiting: Number.POSITIVE_INFINITY }));

/**
 * Changes of databases come one after the other, in all portals together. What is committed by the work is committed
 * while the lock is held: the lock has a transaction of its own.
 */
export function whileAlone<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  return queue(ctx).run(() =>
    ctx.db.transaction(async (tx) => {
      await lockSaves(tx);
      return work();
    }),
  );
}

/** When those that wait by now are through. */
export function untilIdle(ctx: Ctx): Promise<void> {
  return queue(ctx).run(() => Promise.resolve());
}
