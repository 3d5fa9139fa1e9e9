import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { addTrigramIndex, hasIndex } from '../../../db/trigrams.ts';

export function hasSearchIndex(db: Db): Promise<boolean> {
  return hasIndex(db, 'log_entries_text');
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
export function addSearchIndex(db: Db, table: string, schema: string): Promise<void> {
  return addTrigramIndex(db, { name: `${table}_text`, table, texts: [sql.raw('text')] }, schema);
}
