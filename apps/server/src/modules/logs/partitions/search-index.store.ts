import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';

/** Trigrams: a part of a text can be looked up. */
const extension = 'pg_trgm';

/** Not every database user may do this. */
export async function addSearchExtension(db: Db): Promise<void> {
  await db.execute(sql.raw(`create extension if not exists ${extension}`));
}

/** The schema that the extension is in. */
export async function findSearchExtension(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ schema: string }>(sql`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = ${extension}`);
  return rows[0]?.schema;
}

export async function hasSearchIndex(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_index where indexrelid = to_regclass('log_entries_text') and indisvalid`);
  return rows.length > 0;
}

/** Partitions without a text index. */
export async function findUnindexed(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'log_entries'::regclass and not exists (
      select 1 from pg_index x join pg_class xc on xc.oid = x.indexrelid join pg_am m on m.oid = xc.relam
      where x.indrelid = c.oid and m.amname = 'gin')
    order by c.relname desc`);
  return rows.map(({ name }) => name);
}

/** Of one partition, or of the whole table: that one adopts the indexes of the partitions. */
export async function addSearchIndex(db: Db, table: string, schema: string): Promise<void> {
  const name = sql.identifier(`${table}_text`);
  const namespace = sql.identifier(schema);
  await db.execute(
    sql`create index if not exists ${name} on ${sql.identifier(table)} using gin (text ${namespace}.gin_trgm_ops)`,
  );
}
