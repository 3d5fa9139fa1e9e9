import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction, type Ctx } from '../../context.ts';
import { isWithin, partitionName, planSpan, readPartition, type Partition } from './partition-span.ts';
import * as store from './partitions.store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;
/** So far ahead there is always room. */
const aheadMs = 12 * 60 * 60 * 1000;
const packTries = 10;
const packAgainMs = 1_000;

/** Newest first. */
export async function listPartitions({ db }: Pick<Ctx, 'db'>): Promise<Partition[]> {
  const names = await store.findPartitionNames(db);
  return names.flatMap((name) => readPartition(name) ?? []).toSorted((a, b) => b.from.getTime() - a.from.getTime());
}

/** Makes room for entries of these moments; answers all partitions that there are then. */
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

export async function addPartitionsAhead(ctx: Ctx): Promise<void> {
  const now = ctx.clock().getTime();
  const moments = [0, aheadMs / 2, aheadMs].map((ms) => new Date(now + ms));
  const existing = await listPartitions(ctx);
  const missing = moments.filter((at) => !existing.some((partition) => isWithin(at, partition)));
  if (missing.length > 0) await addPartitionsFor(ctx, missing);
}

/** Drops what is older than LOG_DAYS, then the oldest until the rest fits into LOG_MAX_MB. */
export async function dropOld(ctx: Ctx): Promise<void> {
  const { LOG_DAYS, LOG_MAX_MB } = ctx.config;
  const oldest = new Date(ctx.clock().getTime() - LOG_DAYS * dayMs);
  await store.deleteSourcesBefore(ctx.db, oldest);
  for (const { name, to } of await listPartitions(ctx)) if (to <= oldest) await drop(ctx, name);
  await shrinkTo(ctx, LOG_MAX_MB * megabyte);
}

/** Those that wait for entries to come are not touched; where the newest alone is too large, its older half goes. */
async function shrinkTo(ctx: Ctx, maxBytes: number): Promise<void> {
  const bytes = await store.findPartitionBytes(ctx.db);
  const now = ctx.clock();
  const begun = (await listPartitions(ctx)).filter(({ from }) => from <= now).toReversed();
  let total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  for (const { name } of begun.slice(0, -1)) {
    if (total <= maxBytes) return;
    await drop(ctx, name);
    total -= bytes.get(name) ?? 0;
  }
  const open = begun.at(-1);
  if (total <= maxBytes || !open) return;
  await store.deleteOlderHalf(ctx.db, open.name);
  await pack(ctx, open.name, bytes.get(open.name) ?? 0);
  ctx.log.warn(
    'So many log entries came that the older half of the newest ones was deleted: LOG_MAX_MB allows no more',
  );
}

/** Whoever still looks at what was deleted keeps it there, so that one try may not be enough. */
async function pack(ctx: Ctx, name: string, bytesBefore: number): Promise<void> {
  for (let tries = 0; tries < packTries; tries += 1) {
    await store.packPartition(ctx.db, name);
    const bytes = (await store.findPartitionBytes(ctx.db)).get(name) ?? 0;
    if (bytes < bytesBefore * 0.8) return;
    await delay(packAgainMs);
  }
}

async function drop(ctx: Ctx, name: string): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await store.lockPartitions(db);
    await store.dropPartition(db, name);
  });
  ctx.log.info({ partition: name }, 'Old log entries were dropped');
}
