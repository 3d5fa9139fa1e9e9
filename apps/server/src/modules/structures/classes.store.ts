import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { saveClasses, structures } from '../../db/tables/structures.table.ts';

export type ClassKind = (typeof saveClasses.$inferSelect)['kind'];
export type ClassFilter = {
  kind?: ClassKind;
  className?: string;
  directory?: string | undefined;
  /** Only what they built; undefined for everything. */
  teamIds?: number[] | undefined;
};

export async function findClasses(db: Db, serverId: string, filter: ClassFilter): Promise<string[]> {
  const wanted: (SQL | undefined)[] = [
    eq(saveClasses.serverId, serverId),
    gt(saveClasses.count, 0),
    filter.kind && eq(saveClasses.kind, filter.kind),
    filter.className === undefined ? undefined : eq(saveClasses.className, filter.className),
    filter.directory === undefined ? undefined : sql`starts_with(${saveClasses.directory}, ${filter.directory})`,
    filter.teamIds && eq(saveClasses.kind, 'structure'),
    filter.teamIds && inArray(saveClasses.className, classesOf(db, serverId, filter.teamIds)),
  ];
  const rows = await db
    .select({ className: saveClasses.className })
    .from(saveClasses)
    .where(and(...wanted))
    .orderBy(asc(saveClasses.className));
  return rows.map((row) => row.className);
}

function classesOf(db: Db, serverId: string, teamIds: number[]) {
  return db
    .select({ className: structures.className })
    .from(structures)
    .where(and(eq(structures.serverId, serverId), inArray(structures.tribeId, teamIds), isNull(structures.goneAt)));
}
