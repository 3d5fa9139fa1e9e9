import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { structures, survivors, tribes } from '../../db/tables/structures.table.ts';

/** So many at once, so that nothing else waits for long; answers how many they were. */
export async function deleteOldStructures(db: Db, goneBefore: Date, limit: number): Promise<number> {
  const old = db.select({ id: structures.id }).from(structures).where(lt(structures.goneAt, goneBefore)).limit(limit);
  const deleted = await db
    .delete(structures)
    .where(inArray(structures.id, old))
    .returning({ id: sql<number>`1` });
  return deleted.length;
}

export async function deleteOldPeople(db: Db, goneBefore: Date): Promise<void> {
  for (const table of [tribes, survivors])
    await db.delete(table).where(and(isNotNull(table.goneAt), lt(table.goneAt, goneBefore)));
}
