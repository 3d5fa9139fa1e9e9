import type { Ctx } from '../../../context.ts';
import { tooMany } from '../../../errors.ts';
import * as store from './entries.store.ts';
import { listPartitions } from '../partitions/partitions.service.ts';
import * as sources from '../intake/sources.store.ts';
import { inTime } from './time-limit.service.ts';

export const pageSize = 2_000;
const pageWithinMs = 10_000;
const maxAtOnce = 2;

/** Takes one of the few slots for reading long windows. Returns a function that releases it, to be called once. */
export function takeSlot(ctx: Ctx): () => void {
  const { logs } = ctx.state;
  if (logs.openReads >= maxAtOnce) throw tooMany(5_000);
  logs.openReads += 1;
  return () => void (logs.openReads -= 1);
}

/**
 * All entries that match and were there when the reading began, oldest first, in pages that are never empty. One
 * partition at a time, so that no query scans all of them.
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

/** The index is sorted per part of a host, not across them. */
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
