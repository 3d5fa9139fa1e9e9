import type { Ctx } from '../../context.ts';
import { tooMany } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';
import * as store from './entries.store.ts';
import { listPartitions } from './partitions.service.ts';
import * as sources from './sources.store.ts';
import { inTime } from './time-limit.service.ts';

export const pageSize = 2_000;
const pageWithinMs = 10_000;
const maxAtOnce = 2;
const running = perPortal(() => ({ count: 0 }));

/** One of the few slots for reading long windows; returns what frees it. */
export function takeSlot(ctx: Ctx): () => void {
  const slots = running(ctx);
  if (slots.count >= maxAtOnce) throw tooMany(5_000);
  slots.count += 1;
  return () => void (slots.count -= 1);
}

/**
 * All entries that match and were there when the reading began, oldest first, in pages that are never empty. Partition
 * by partition, so that no query looks through all of them.
 */
export async function* readPages(ctx: Ctx, asked: store.Filter): AsyncGenerator<store.EntryRow[], undefined> {
  const pattern = asked.match?.isPattern ? asked.match.text : undefined;
  if (pattern !== undefined) await inTime(ctx, 'search', ({ db }) => store.tryPattern(db, pattern));
  const filter = { ...asked, lastId: await store.findLastId(ctx.db) };
  const keys = await keysOf(ctx, filter);
  const begin = filter.above && filter.above.at > filter.after ? filter.above.at : filter.after;
  for (const { from, to } of (await listPartitions(ctx)).toReversed()) {
    const after = begin > from ? begin : from;
    const before = filter.before < to ? filter.before : to;
    if (after < before) yield* readSpan(ctx, { ...filter, after, before }, keys);
  }
}

/** The parts of a host each have their own order in the index, all together have none. */
async function keysOf(ctx: Ctx, { host, key }: store.Filter): Promise<string[]> {
  return host !== undefined && key === undefined ? sources.findKeysOf(ctx.db, host) : [];
}

async function* readSpan(ctx: Ctx, filter: store.Filter, keys: string[]): AsyncGenerator<store.EntryRow[], undefined> {
  let { above } = filter;
  const find = ({ db }: Ctx) => {
    const rest = { ...filter, above };
    return keys.length > 1 ? store.findOldestOf(db, rest, keys, pageSize) : store.findOldest(db, rest, pageSize);
  };
  for (;;) {
    const page = await inTime(ctx, filter.match ? 'search' : 'after', find, pageWithinMs);
    if (page.length > 0) yield page;
    above = page.at(-1);
    if (page.length < pageSize) return;
  }
}
