import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { saveClasses } from '../../db/structure-tables.ts';

export type ClassKind = (typeof saveClasses.$inferSelect)['kind'];
export type ClassFilter = { kind?: ClassKind; className?: string; directory?: string | undefined };

export async function findClasses(db: Db, serverId: string, filter: ClassFilter): Promise<string[]> {
  const wanted: (SQL | undefined)[] = [
    eq(saveClasses.serverId, serverId),
    gt(saveClasses.count, 0),
    filter.kind && eq(saveClasses.kind, filter.kind),
    filter.className === undefined ? undefined : eq(saveClasses.className, filter.className),
    filter.directory === undefined ? undefined : sql`starts_with(${saveClasses.directory}, ${filter.directory})`,
  ];
  const rows = await db
    .select({ className: saveClasses.className })
    .from(saveClasses)
    .where(and(...wanted))
    .orderBy(asc(saveClasses.className));
  return rows.map((row) => row.className);
}
