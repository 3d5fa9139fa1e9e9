import type { Ctx } from '../../../context.ts';
import { isTableGone } from '../../../db/db.ts';
import { AppError } from '../../../errors.ts';
import { SemaphoreFullError } from '../../../platform/semaphore.ts';
import * as store from './entries.store.ts';
import type { Partition } from '../../../db/partitions/partition-span.ts';
import { listPartitions } from '../partitions/partitions.service.ts';
import { inTime } from './time-limit.service.ts';

/** Scanned before the index is used: frequent texts are found there. */
const readFirst = 10_000;

/** The newest entries whose text matches, newest first. */
export async function search(ctx: Ctx, filter: store.Filter, limit: number): Promise<store.EntryRow[]> {
  const run = () => inTime(ctx, 'search', (ctx, limitTime) => find(ctx, filter, limit, limitTime));
  try {
    return await ctx.state.logs.searches.run(() =>
      run().catch((error: unknown) => {
        // The retention dropped a partition during the search; the rest can still be searched.
        if (isTableGone(error)) return run();
        throw error;
      }),
    );
  } catch (error) {
    if (!(error instanceof SemaphoreFullError)) throw error;
    throw new AppError('UNAVAILABLE', 'Too many searches run at once. Please try again.', { retryAfterS: 2 }, error);
  }
}

/**
 * No planner can know how often a text occurs: it would read millions of entries to find one that does not exist, or
 * sort millions to show the newest. So the newest entries are scanned, then the index of one partition after another.
 */
async function find(
  ctx: Ctx,
  filter: store.Filter,
  limit: number,
  limitTime: () => Promise<void>,
): Promise<store.EntryRow[]> {
  const { db } = ctx;
  if (filter.match?.isPattern) await store.tryPattern(db, filter.match.text);
  const { after, before, below } = filter;
  const from = await store.findCursorAtOffset(db, { after, before, below }, readFirst);
  const found = await store.findNewest(db, { ...filter, from }, limit);
  if (!from) return found;
  await store.prefer(db, 'lookup');
  const names = (await listPartitions(ctx)).flatMap((one) => (isRelevant(one, filter, from) ? one.name : []));
  // More partitions at a time while little is found: every query costs a round trip.
  for (let count = 1; names.length > 0 && found.length < limit; count *= 2) {
    await limitTime();
    const some = names.splice(0, count);
    found.push(...(await store.lookUp(db, some, { ...filter, below: from }, limit - found.length)));
  }
  return found;
}

function isRelevant({ from, to }: Partition, { after, before }: store.Filter, cursor: store.Cursor): boolean {
  return to > after && from < before && from <= cursor.at;
}
