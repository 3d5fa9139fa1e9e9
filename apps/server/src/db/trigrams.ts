import { sql, type SQL } from 'drizzle-orm';
import type { Db } from './db.ts';
import { lockPartitions } from './partitions/partitions.ts';

/** Trigrams: a part of a text can be looked up, and texts that are alike. */
const extension = 'pg_trgm';

/** The schema that the extension is in, which need not be in the search path; undefined where it is not installed. */
export async function findTrigrams(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ schema: string }>(sql`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = ${extension}`);
  return rows[0]?.schema;
}

/** Installs the extension where it is missing and returns its schema. Not every database user may do this. */
export async function installTrigrams(db: Db): Promise<string | undefined> {
  const known = await findTrigrams(db);
  if (known !== undefined) return known;
  await db.transaction(async (tx) => {
    await lockPartitions(tx);
    await tx.execute(sql.raw(`create extension if not exists ${extension}`));
  });
  return findTrigrams(db);
}

/** An index that was not built to its end does not count. */
export async function hasIndex(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_index where indexrelid = to_regclass(${name}) and indisvalid`);
  return rows.length > 0;
}

export type TrigramIndex = { name: string; table: string; texts: readonly SQL[]; where?: SQL };

/** `schema`: that of the extension. Writers of the table wait meanwhile. */
export async function addTrigramIndex(
  db: Db,
  { name, table, texts, where }: TrigramIndex,
  schema: string,
): Promise<void> {
  const columns = texts.map((text) => sql`(${text}) ${sql.identifier(schema)}.gin_trgm_ops`);
  await db.execute(sql`
    create index if not exists ${sql.identifier(name)} on ${sql.identifier(table)}
    using gin (${sql.join(columns, sql`, `)}) ${where ? sql`where ${where}` : sql``}`);
}
