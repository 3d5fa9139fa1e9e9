import type { Ctx } from '../context.ts';
import * as store from './log-entries.store.ts';
import { addPartitionsFor } from '../modules/logs/partitions/partitions.service.ts';
import { addSearchIndex } from '../modules/logs/partitions/search-index.service.ts';

/** Recognized by their names, so that removing them never touches a real one. */
const hosts = Array.from({ length: 6 }, (_, n) => `load-${n + 1}`);
const days = 10;
const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

/** Adds this many generated entries of the last days, to load-test the portal. */
export async function addLoadEntries(ctx: Ctx, count: number): Promise<void> {
  const until = ctx.clock().getTime();
  const stepMs = (days * dayMs) / count;
  await store.insertSources(ctx.db, hosts, ctx.clock());
  // Creating the index afterwards is much faster than updating it with every entry.
  await store.dropSearchIndex(ctx.db);
  for (let fromMs = until - days * dayMs; fromMs < until; fromMs += hourMs) {
    const from = new Date(fromMs);
    const to = Math.min(until, fromMs + hourMs);
    await addPartitionsFor(ctx, [from, new Date(to)]);
    await store.insertGenerated(ctx.db, hosts, { from, stepMs, count: Math.round((to - fromMs) / stepMs) });
  }
  await addSearchIndex(ctx);
}

export async function removeLoadEntries(ctx: Ctx): Promise<number> {
  return store.deleteOf(ctx.db, hosts);
}
