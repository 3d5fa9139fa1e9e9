import type { Ctx } from '../../context.ts';
import { isTableGone } from '../../db/db.ts';
import { AppError } from '../../errors.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { createSemaphore, SemaphoreFullError } from '../../platform/semaphore.ts';
import * as store from './entries.store.ts';
import type { Partition } from './partition-span.ts';
import { listPartitions } from './partitions.service.ts';
import { inTime } from './time-limit.service.ts';

/** Searches keep a core of the database busy: few at once, so that they leave it to the others. */
const queue = perPortal(() => createSemaphore({ parallel: 2, waiting: 6 }));
/** Read one by one before anything is looked up: what is frequent is found there. */
const readFirst = 10_000;

/** The newest entries whose text matches, newest first. */
export async function search(ctx: Ctx, filter: store.Filter, limit: number): Promise<store.EntryRow[]> {
  const run = () => inTime(ctx, 'search', (ctx, limitTime) => find(ctx, filter, limit, limitTime));
  try {
    return await queue(ctx).run(() =>
      run().catch((error: unknown) => {
        // What was too old went while it was being searched; the rest is still there.
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
 * No planner can know how often a text occurs: it would read millions of entries to find one that is not there, or sort
 * millions to show the newest. So the newest are read; of the rest, partition after partition is asked.
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
  const from = await store.findPlaceBehind(db, { after, before, below }, readFirst);
  const found = await store.findNewest(db, { ...filter, from }, limit);
  if (!from) return found;
  await store.prefer(db, 'lookup');
  const names = (await listPartitions(ctx)).flatMap((one) => (isAskedFor(one, filter, from) ? one.name : []));
  // More at a time the longer nothing is found: every question costs the way to the database and back.
  for (let count = 1; names.length > 0 && found.length < limit; count *= 2) {
    await limitTime();
    const some = names.splice(0, count);
    found.push(...(await store.lookUp(db, some, { ...filter, below: from }, limit - found.length)));
  }
  return found;
}

function isAskedFor({ from, to }: Partition, { after, before }: store.Filter, place: store.Place): boolean {
  return to > after && from < before && from <= place.at;
}
