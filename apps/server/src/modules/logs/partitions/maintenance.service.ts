import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction, type Ctx } from '../../../context.ts';
import { whileLocked } from '../../../db/advisory-lock.ts';
import { isWithin } from './partition-span.ts';
import { addPartitionsFor, listPartitions } from './partitions.service.ts';
import * as store from './partitions.store.ts';
import { addSearchIndex } from './search-index.service.ts';

/** Any number, the same in every process: one of them does the maintenance. */
const maintenanceLock = 7_426_007;
const dayMs = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;
/** Partitions are created this far ahead. */
const aheadMs = 12 * 60 * 60 * 1000;
const maxPackAttempts = 10;
const packRetryMs = 1_000;

/** Adds partitions ahead of time and applies the retention. Returns false where another portal is doing it. */
export function maintainEntries(ctx: Ctx): Promise<boolean> {
  return whileLocked(ctx.db, maintenanceLock, async () => {
    await addPartitionsAhead(ctx);
    await addSearchIndex(ctx);
    await dropOld(ctx);
  });
}

async function addPartitionsAhead(ctx: Ctx): Promise<void> {
  const now = ctx.clock().getTime();
  const moments = [0, aheadMs / 2, aheadMs].map((ms) => new Date(now + ms));
  const existing = await listPartitions(ctx);
  const missing = moments.filter((at) => !existing.some((partition) => isWithin(at, partition)));
  if (missing.length > 0) await addPartitionsFor(ctx, missing);
}

/** Drops what is older than LOG_DAYS, then the oldest until the rest fits into LOG_MAX_MB. */
async function dropOld(ctx: Ctx): Promise<void> {
  const { LOG_DAYS, LOG_MAX_MB } = ctx.config;
  const oldest = new Date(ctx.clock().getTime() - LOG_DAYS * dayMs);
  await store.deleteSourcesBefore(ctx.db, oldest);
  for (const { name, to } of await listPartitions(ctx)) if (to <= oldest) await drop(ctx, name);
  await shrinkTo(ctx, LOG_MAX_MB * megabyte);
}

/** Future partitions are not touched. Where the current one alone is too large, its older half is deleted. */
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
  const current = begun.at(-1);
  if (total <= maxBytes || !current) return;
  await store.deleteOlderHalf(ctx.db, current.name);
  await pack(ctx, current.name, bytes.get(current.name) ?? 0);
  ctx.log.warn('Too many log entries for LOG_MAX_MB: the older half of the newest ones was deleted');
}

/** Open snapshots keep deleted rows alive, so one attempt may not be enough. */
async function pack(ctx: Ctx, name: string, bytesBefore: number): Promise<void> {
  for (let attempt = 0; attempt < maxPackAttempts; attempt += 1) {
    await store.packPartition(ctx.db, name);
    const bytes = (await store.findPartitionBytes(ctx.db)).get(name) ?? 0;
    if (bytes < bytesBefore * 0.8) return;
    await delay(packRetryMs);
  }
}

async function drop(ctx: Ctx, name: string): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await store.lockPartitions(db);
    await store.dropPartition(db, name);
  });
  ctx.log.info({ partition: name }, 'Old log entries were dropped');
}
