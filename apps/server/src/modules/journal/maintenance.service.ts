import type { Ctx } from '../../context.ts';
import { whileMaintaining } from '../../db/advisory-lock.ts';
import { addPartitionsAhead, dropOldPartitions, type Retention } from '../../db/partitions/retention.ts';
import { deleteOrphans } from './journal.store.ts';
import { journalTable } from './partitions.service.ts';
import { deleteSessionsBefore } from './presence.store.ts';
import { lockNumbers } from '../../db/lock-numbers.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Adds partitions ahead of time, applies the retention and deletes what removed servers have left. Returns false where another portal is doing it. */
export function maintainJournal(ctx: Ctx): Promise<boolean> {
  const { JOURNAL_DAYS, JOURNAL_MAX_MB } = ctx.config;
  const retention: Retention = {
    table: journalTable,
    days: JOURNAL_DAYS,
    maxMegabytes: JOURNAL_MAX_MB,
    // An agent that was away delivers events that are up to a month old.
    moments: (now) => [-31, -15, 0, 15, 31].map((days) => now + days * dayMs),
    rows: 'journal entries',
    setting: 'JOURNAL_MAX_MB',
  };
  const options = { db: ctx.db, log: ctx.log, now: ctx.clock() };
  return whileMaintaining(ctx.db, lockNumbers.journal, async () => {
    await addPartitionsAhead(options, retention);
    await dropOldPartitions(options, retention);
    await deleteOrphans(ctx.db);
    await deleteSessionsBefore(ctx.db, new Date(ctx.clock().getTime() - JOURNAL_DAYS * dayMs));
  });
}
