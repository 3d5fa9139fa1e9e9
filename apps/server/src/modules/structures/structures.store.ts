import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { saveClasses, saves, structures, survivors, tribes } from '../../db/tables/structures.table.ts';
import { ownTeamId } from './tribes/teams.ts';

export type SaveRow = typeof saves.$inferSelect;
export type StructureRow = typeof structures.$inferSelect;
export type TeamName = { id: number; name: string };
export type ClassKind = (typeof saveClasses.$inferSelect)['kind'];
export type ClassFilter = {
  kind?: ClassKind;
  className?: string;
  directory?: string | undefined;
  /** Only classes of their structures; undefined for all classes. */
  teamIds?: number[] | undefined;
};

export async function findSave(db: Db, serverId: string): Promise<SaveRow | undefined> {
  const [row] = await db.select().from(saves).where(eq(saves.serverId, serverId));
  return row;
}

/** What the portal itself knows of a server. */
export async function findServer(
  db: Db,
  id: string,
): Promise<{ name: string; map: string | null; structureCount: number | null } | undefined> {
  const [row] = await db
    .select({ name: servers.name, map: servers.map, structureCount: servers.structureCount })
    .from(servers)
    .where(eq(servers.id, id));
  return row;
}

export async function putVisibleTo(db: Db, serverId: string, visibleTo: SaveRow['visibleTo']): Promise<void> {
  await db
    .insert(saves)
    .values({ serverId, visibleTo })
    .onConflictDoUpdate({ target: saves.serverId, set: { visibleTo } });
}

/** The tribe of a player's survivor, or the survivor's own team where it has no tribe. */
export async function findOwnTeam(db: Db, serverId: string, playerId: string): Promise<TeamName | undefined> {
  const member = sql`jsonb_build_array(jsonb_build_object('arkId', ${survivors.arkId}))`;
  const listing = db
    .select({ id: tribes.id })
    .from(tribes)
    .where(and(eq(tribes.serverId, serverId), isNull(tribes.goneAt), sql`${tribes.members} @> ${member}`))
    .limit(1);
  const listedIn = sql<number | null>`${listing}`.mapWith((value) => (value === null ? null : Number(value)));
  const [own] = await db
    .select({ arkId: survivors.arkId, name: survivors.name, tribeId: survivors.tribeId, listedIn })
    .from(survivors)
    .where(and(eq(survivors.serverId, serverId), eq(survivors.playerId, playerId), isNull(survivors.goneAt)))
    .orderBy(sql`${survivors.loginAt} desc nulls last`, desc(survivors.arkId))
    .limit(1);
  if (!own) return undefined;
  const id = own.tribeId ?? own.listedIn ?? ownTeamId(own.arkId);
  if (id === undefined) return undefined;
  const [tribe] = await db
    .select({ name: tribes.name })
    .from(tribes)
    .where(and(eq(tribes.serverId, serverId), eq(tribes.id, id)));
  return { id, name: tribe?.name ?? own.name };
}

export async function findStructure(db: Db, serverId: string, id: number): Promise<StructureRow | undefined> {
  const [row] = await db
    .select()
    .from(structures)
    .where(and(eq(structures.serverId, serverId), eq(structures.id, id)));
  return row;
}

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

/** Up to `limit` rows, so that nothing else waits for long. Returns how many were deleted. */
export async function deleteOldStructures(db: Db, goneBefore: Date, limit: number): Promise<number> {
  const expired = db
    .select({ id: structures.id })
    .from(structures)
    .where(lt(structures.goneAt, goneBefore))
    .limit(limit);
  const deleted = await db
    .delete(structures)
    .where(inArray(structures.id, expired))
    .returning({ id: sql<number>`1` });
  return deleted.length;
}

export async function deleteOldPeople(db: Db, goneBefore: Date): Promise<void> {
  for (const table of [tribes, survivors])
    await db.delete(table).where(and(isNotNull(table.goneAt), lt(table.goneAt, goneBefore)));
}
