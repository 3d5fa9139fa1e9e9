import { sql } from 'drizzle-orm';
import type { Db } from '../db.ts';
import {
  isWithin,
  partitionName,
  planSpan,
  readPartition,
  type Partition,
  type PartitionedTable,
  type Span,
} from './partition-span.ts';
import { lockNumbers } from '../lock-numbers.ts';

/** While a statement waits for a table lock, all later ones queue up behind it. */
const lockWithinMs = 5_000;

/** Until the end of the transaction. */
export async function lockPartitions(db: Db): Promise<void> {
  await db.execute(sql.raw(`set local lock_timeout = ${lockWithinMs}`));
  await db.execute(sql`select pg_advisory_xact_lock(${lockNumbers.partitions})`);
}

/** Newest first. */
export async function findPartitions(db: Db, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table.name}::regclass`);
  return rows
    .flatMap(({ name }) => readPartition(table, name) ?? [])
    .toSorted((a, b) => b.from.getTime() - a.from.getTime());
}

/** Adds the missing partitions for rows of these moments, inside a transaction. Returns all partitions. */
export async function addPartitionsFor(
  db: Db,
  table: PartitionedTable,
  moments: readonly Date[],
  retentionDays: number,
): Promise<Partition[]> {
  await lockPartitions(db);
  const existing = await findPartitions(db, table);
  for (const at of moments) {
    if (existing.some((partition) => isWithin(at, partition))) continue;
    const span = planSpan(table, at, retentionDays, existing);
    const name = partitionName(table, span);
    await addPartition(db, table, name, span);
    existing.push({ name, ...span });
  }
  return existing;
}

/** With indexes and TOAST. */
export async function findPartitionBytes(db: Db, table: PartitionedTable): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; bytes: string }>(sql`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table.name}::regclass`);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Created separately, then attached: readers and writers of the other partitions do not have to wait. */
async function addPartition(db: Db, table: PartitionedTable, name: string, { from, to }: Span): Promise<void> {
  const [parent, partition] = [sql.identifier(table.name), sql.identifier(name)];
  await db.execute(sql`create table ${partition} (like ${parent} including all)`);
  const bounds = sql.raw(`from ('${from.toISOString()}') to ('${to.toISOString()}')`);
  await db.execute(sql`alter table ${parent} attach partition ${partition} for values ${bounds}`);
}

/** Inside a transaction. */
export async function dropPartition(db: Db, name: string): Promise<void> {
  await lockPartitions(db);
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
