import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
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

type Character = { serverId: string; playerId: string };
type OwnTeam = TeamName & { serverId: string };

/** The tribe of each player's survivor, or the survivor's own team, and its name, where it has no tribe. */
export async function findOwnTeams(db: Db, characters: readonly Character[]): Promise<OwnTeam[]> {
  if (characters.length === 0) return [];
  const { rows } = await db.execute<{ serverId: string; arkId: string; name: string; tribeId: string | null }>(sql`
    select own.server_id as "serverId", own.ark_id as "arkId", own.name, coalesce(own.tribe_id, (
      select t.id from ${tribes} t where t.server_id = own.server_id and t.gone_at is null
        and t.members @> jsonb_build_array(jsonb_build_object('arkId', own.ark_id)) limit 1)) as "tribeId"
    from jsonb_to_recordset(${JSON.stringify(characters)}::jsonb) as character("serverId" text, "playerId" text)
      cross join lateral (select v.* from ${survivors} v
        where v.server_id = character."serverId" and v.player_id = character."playerId" and v.gone_at is null
        order by v.login_at desc nulls last, v.ark_id desc limit 1) own`);
  return rows.flatMap(({ serverId, arkId, name, tribeId }) => {
    const id = tribeId === null ? ownTeamId(arkId) : Number(tribeId);
    return id === undefined ? [] : [{ serverId, id, name }];
  });
}

export async function findOwnTeam(db: Db, serverId: string, playerId: string): Promise<TeamName | undefined> {
  const [own] = await findOwnTeams(db, [{ serverId, playerId }]);
  if (!own) return undefined;
  const [tribe] = await db
    .select({ name: tribes.name })
    .from(tribes)
    .where(and(eq(tribes.serverId, serverId), eq(tribes.id, own.id)));
  return { id: own.id, name: tribe?.name ?? own.name };
}

/** Of all servers whose setting was chosen, or of which a save was read. */
export async function findVisibilities(db: Db): Promise<Pick<SaveRow, 'serverId' | 'visibleTo'>[]> {
  return db.select({ serverId: saves.serverId, visibleTo: saves.visibleTo }).from(saves);
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
