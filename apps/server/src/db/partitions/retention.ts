import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isBackingUp } from '../advisory-lock.ts';
import type { Db } from '../db.ts';
import { isWithin, type PartitionedTable } from './partition-span.ts';
import * as partitions from './partitions.ts';

export type Retention = {
  table: PartitionedTable;
  days: number;
  maxMegabytes: number;
  /** Rows of these moments may come: there are partitions for them before they are needed. */
  moments: (now: number) => readonly number[];
  /** What the rows are called in the log. */
  rows: string;
  /** The setting that limits the size. */
  setting: string;
};

type Options = { db: Db; log: Logger; now: Date };

const dayMs = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;
const maxPackAttempts = 10;
const packRetryMs = 1_000;

export async function addPartitionsAhead({ db, now }: Options, { table, days, moments }: Retention): Promise<void> {
  const wanted = moments(now.getTime()).map((at) => new Date(at));
  const existing = await partitions.findPartitions(db, table);
  const missing = wanted.filter((at) => !existing.some((partition) => isWithin(at, partition)));
  if (missing.length === 0) return;
  await db.transaction((tx) => partitions.addPartitionsFor(tx, table, missing, days));
}

/** Drops what is older than the retention, then the oldest until the rest fits; after a backup that is being made. */
export async function dropOldPartitions(options: Options, retention: Retention): Promise<void> {
  if (await isBackingUp(options.db)) return;
  const oldest = new Date(options.now.getTime() - retention.days * dayMs);
  for (const { name, to } of await partitions.findPartitions(options.db, retention.table))
    if (to <= oldest) await drop(options, retention, name);
  await shrink(options, retention);
}

/** Future partitions are not touched. Where the current one alone is too large, its older half is deleted. */
async function shrink(options: Options, retention: Retention): Promise<void> {
  const { db, log, now } = options;
  const { table, rows, setting } = retention;
  const maxBytes = retention.maxMegabytes * megabyte;
  const bytes = await partitions.findPartitionBytes(db, table);
  const begun = (await partitions.findPartitions(db, table)).filter(({ from }) => from <= now).toReversed();
  let total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  for (const { name } of begun.slice(0, -1)) {
    if (total <= maxBytes) return;
    await drop(options, retention, name);
    total -= bytes.get(name) ?? 0;
  }
  const current = begun.at(-1);
  if (total <= maxBytes || !current) return;
  await partitions.deleteOlderHalf(db, current.name);
  await pack(db, table, current.name, bytes.get(current.name) ?? 0);
  log.warn(`Too many ${rows} for ${setting}: the older half of the newest ones was deleted`);
}

/** Open snapshots keep deleted rows alive, so one attempt may not be enough. */
async function pack(db: Db, table: PartitionedTable, name: string, bytesBefore: number): Promise<void> {
  for (let attempt = 0; attempt < maxPackAttempts; attempt += 1) {
    await partitions.packPartition(db, name);
    const bytes = (await partitions.findPartitionBytes(db, table)).get(name) ?? 0;
    if (bytes < bytesBefore * 0.8) return;
    await delay(packRetryMs);
  }
}

async function drop({ db, log }: Options, { rows }: Retention, name: string): Promise<void> {
  await db.transaction((tx) => partitions.dropPartition(tx, name));
  log.info({ partition: name }, `Old ${rows} were dropped`);
}
