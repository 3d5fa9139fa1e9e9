import type { Ctx } from '../../context.ts';
import { lockWrites } from './databases.store.ts';

/**
 * Runs `work` while no other portal writes a database. The lock has a transaction of its own: what `work` commits is
 * committed while the lock is held.
 */
export function withWriteLock<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  return ctx.state.databases.writes.run(() =>
    ctx.db.transaction(async (tx) => {
      await lockWrites(tx);
      return work();
    }),
  );
}

/** Resolves when the writes that wait now are done. */
export function untilIdle(ctx: Ctx): Promise<void> {
  return ctx.state.databases.writes.run(() => Promise.resolve());
}
