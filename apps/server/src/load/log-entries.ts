import type { Ctx } from '../context.ts';
import * as store from './log-entries.store.ts';
import { addPartitionsFor } from '../modules/logs/partitions/partitions.service.ts';
import { addSearchIndex } from '../modules/logs/partitions/search-index.service.ts';

/** Known by their names, so that they can be taken away again without touching a real one. */
const hosts = Array.from({ length: 6 }, (_, n) => `load-${n + 1}`);
const days = 10;
const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

/** Adds so many made-up entries of the last days, to see the portal with millions. */
export async function addLoadEntries(ctx: Ctx, count: number): Promise<void> {
  const until = ctx.clock().getTime();
  const stepMs = (days * dayMs) / count;
  await store.insertSources(ctx.db, hosts, ctx.clock());
  // An index over all of it is made much faster than one that grows with every entry.
  await store.dropSearchIndex(ctx.db);
  for (let fromMs = until - days * dayMs; fromMs < until; fromMs += hourMs) {
    const from = new Date(fromMs);
    const to = Math.min(until, fromMs + hourMs);
    await addPartitionsFor(ctx, [from, new Date(to)]);
    await store.insertMadeUp(ctx.db, hosts, { from, stepMs, count: Math.round((to - fromMs) / stepMs) });
  }
  await addSearchIndex(ctx);
}

export async function removeLoadEntries(ctx: Ctx): Promise<number> {
  return store.deleteOf(ctx.db, hosts);
}
