import { and, count, desc, eq, inArray, isNull, min, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { structures, tribes } from '../../db/tables/structures.table.ts';
import { saveBounds } from './save-bounds.ts';

const light = {
  id: tribes.id,
  name: tribes.name,
  members: tribes.members,
  firstSeenAt: tribes.firstSeenAt,
  goneAt: tribes.goneAt,
};

export async function findTribes(db: Db, serverId: string) {
  return db.select(light).from(tribes).where(eq(tribes.serverId, serverId));
}

export type TribeRow = Awaited<ReturnType<typeof findTribes>>[number];

/** What only the page of one tribe shows. */
export async function findTribe(db: Db, serverId: string, id: number) {
  const [row] = await db
    .select({ ownerArkId: tribes.ownerArkId, adminArkIds: tribes.adminArkIds, log: tribes.log })
    .from(tribes)
    .where(and(eq(tribes.serverId, serverId), eq(tribes.id, id)));
  return row;
}

export type TribeOwnRow = NonNullable<Awaited<ReturnType<typeof findTribe>>>;

/** Who builds under which number, standing or not, and the name that the structures themselves have for them. */
export async function findBuilders(db: Db, serverId: string, teamIds?: number[]) {
  const isTheirs = eq(structures.serverId, serverId);
  return db
    .select({
      id: structures.tribeId,
      name: sql<string | null>`max(${structures.tribeName})`,
      structureCount: sql<number>`(count(*) filter (where ${structures.goneAt} is null))::int`,
      firstSeenAt: min(structures.firstSeenAt),
    })
    .from(structures)
    .where(teamIds ? and(isTheirs, inArray(structures.tribeId, teamIds)) : isTheirs)
    .groupBy(structures.tribeId)
    .orderBy(desc(count()))
    .limit(saveBounds.tribes);
}

export type BuilderRow = Awaited<ReturnType<typeof findBuilders>>[number];

export async function countClasses(
  db: Db,
  serverId: string,
  teamId: number,
): Promise<{ className: string; count: number }[]> {
  return db
    .select({ className: structures.className, count: count() })
    .from(structures)
    .where(and(eq(structures.serverId, serverId), eq(structures.tribeId, teamId), isNull(structures.goneAt)))
    .groupBy(structures.className)
    .orderBy(desc(count()), structures.className);
}
