import type { Ctx } from '../../../context.ts';
import { whileMaintaining } from '../../../db/advisory-lock.ts';
import { addPartitionsAhead, dropOldPartitions, type Retention } from '../../../db/partitions/retention.ts';
import { deleteSourcesBefore } from '../intake/sources.store.ts';
import { logTable } from './partitions.service.ts';
import { addSearchIndex } from './search-index.service.ts';
import { lockNumbers } from '../../../db/lock-numbers.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Partitions are created this far ahead. */
const aheadMs = 12 * 60 * 60 * 1000;

/** Adds partitions ahead of time and applies the retention. Returns false where another portal is doing it. */
export function maintainEntries(ctx: Ctx): Promise<boolean> {
  const { LOG_DAYS, LOG_MAX_MB } = ctx.config;
  const retention: Retention = {
    table: logTable,
    days: LOG_DAYS,
    maxMegabytes: LOG_MAX_MB,
    moments: (now) => [now, now + aheadMs / 2, now + aheadMs],
    rows: 'log entries',
    setting: 'LOG_MAX_MB',
  };
  const options = { db: ctx.db, log: ctx.log, now: ctx.clock() };
  return whileMaintaining(ctx.db, lockNumbers.logs, async () => {
    await addPartitionsAhead(options, retention);
    await addSearchIndex(ctx);
    await deleteSourcesBefore(ctx.db, new Date(ctx.clock().getTime() - LOG_DAYS * dayMs));
    await dropOldPartitions(options, retention);
  });
}
