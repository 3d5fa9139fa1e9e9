import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { logEntries, logSources } from '../../../db/tables/logs.table.ts';
import type { Span } from './partition-span.ts';

/** Any number, the same in every process: one of them adds or drops partitions at a time. */
const partitionsLock = 7_426_006;
/** While a statement waits for a table lock, all later ones queue up behind it. */
const lockWithinMs = 5_000;

/** Until the end of the transaction. */
export async function lockPartitions(db: Db): Promise<void> {
  await db.execute(sql.raw(`set local lock_timeout = ${lockWithinMs}`));
  await db.execute(sql`select pg_advisory_xact_lock(${partitionsLock})`);
}

export async function findPartitionNames(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'log_entries'::regclass`);
  return rows.map(({ name }) => name);
}

/** With indexes and TOAST. */
export async function findPartitionBytes(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; bytes: string }>(sql`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'log_entries'::regclass`);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Created separately, then attached: readers and writers of the other partitions do not have to wait. */
export async function addPartition(db: Db, name: string, { from, to }: Span): Promise<void> {
  const table = sql.identifier(name);
  await db.execute(sql`create table ${table} (like ${logEntries} including all)`);
  const bounds = sql.raw(`from ('${from.toISOString()}') to ('${to.toISOString()}')`);
  await db.execute(sql`alter table ${logEntries} attach partition ${table} for values ${bounds}`);
}

export async function dropPartition(db: Db, name: string): Promise<void> {
  await db.execute(sql`drop table if exists ${sql.identifier(name)}`);
}

/** The space is released only by `packPartition`. */
export async function deleteOlderHalf(db: Db, name: string): Promise<void> {
  const table = sql.identifier(name);
  await db.execute(sql`
    delete from ${table} where at < (select percentile_disc(0.5) within group (order by at) from ${table})`);
}

/** Not inside a transaction. */
export async function packPartition(db: Db, name: string): Promise<void> {
  await db.execute(sql`vacuum (full, analyze) ${sql.identifier(name)}`);
}

export async function deleteSourcesBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from ${logSources} where ${logSources.lastAt} < ${before}`);
}
