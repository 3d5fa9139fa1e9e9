import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { addTrigramIndex, hasIndex, type TrigramIndex } from '../../db/trigrams.ts';

const name = sql.raw('lower(name)');

const indexes: TrigramIndex[] = [
  { name: 'player_names_trigrams', table: 'player_names', texts: [name] },
  {
    name: 'survivors_trigrams',
    table: 'survivors',
    texts: [name, sql.raw('lower(platform_name)')],
    where: sql.raw('player_id is not null'),
  },
  { name: 'tribes_trigrams', table: 'tribes', texts: [name] },
  { name: 'sanctions_trigrams', table: 'sanctions', texts: [sql.raw('search_text')] },
];

export async function findMissingIndexes(db: Db): Promise<TrigramIndex[]> {
  const missing: TrigramIndex[] = [];
  for (const index of indexes) if (!(await hasIndex(db, index.name))) missing.push(index);
  return missing;
}

/** Gives up after a while: what waits for the table's lock holds up all writers behind it. */
export async function addIndex(db: Db, index: TrigramIndex, schema: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '5s'`);
    await addTrigramIndex(tx, index, schema);
  });
}
