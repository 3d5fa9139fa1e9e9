import { inTransaction, type Ctx } from '../../../context.ts';
import * as partitions from '../../../db/partitions/partitions.ts';
import type { Partition } from '../../../db/partitions/partition-span.ts';

export const logTable = { name: 'log_entries', maxPartitions: 66 };

/** Newest first. */
export async function listPartitions({ db }: Pick<Ctx, 'db'>): Promise<Partition[]> {
  return partitions.findPartitions(db, logTable);
}

/** Adds the missing partitions for entries of these moments. Returns all partitions. */
export async function addPartitionsFor(ctx: Ctx, moments: readonly Date[]): Promise<Partition[]> {
  return inTransaction(ctx, ({ db }) => partitions.addPartitionsFor(db, logTable, moments, ctx.config.LOG_DAYS));
}
