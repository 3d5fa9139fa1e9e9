import { inTransaction, type Ctx } from '../../../context.ts';
import { isWithin, partitionName, planSpan, readPartition, type Partition } from './partition-span.ts';
import * as store from './partitions.store.ts';

/** Newest first. */
export async function listPartitions({ db }: Pick<Ctx, 'db'>): Promise<Partition[]> {
  const names = await store.findPartitionNames(db);
  return names.flatMap((name) => readPartition(name) ?? []).toSorted((a, b) => b.from.getTime() - a.from.getTime());
}

/** Adds the missing partitions for entries of these moments. Returns all partitions. */
export async function addPartitionsFor(ctx: Ctx, moments: readonly Date[]): Promise<Partition[]> {
  return inTransaction(ctx, async (ctx) => {
    await store.lockPartitions(ctx.db);
    const existing = await listPartitions(ctx);
    for (const at of moments) {
      if (existing.some((partition) => isWithin(at, partition))) continue;
      const span = planSpan(at, ctx.config.LOG_DAYS, existing);
      const name = partitionName(span);
      await store.addPartition(ctx.db, name, span);
      existing.push({ name, ...span });
    }
    return existing;
  });
}
