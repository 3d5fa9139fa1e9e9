import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { saves, structures, survivors, tribes } from '../../db/tables/structures.table.ts';
import { ownTeamId } from './teams.ts';

export type SaveRow = typeof saves.$inferSelect;
export type StructureRow = typeof structures.$inferSelect;
export type TeamName = { id: number; name: string };

export async function findSave(db: Db, serverId: string): Promise<SaveRow | undefined> {
  const [row] = await db.select().from(saves).where(eq(saves.serverId, serverId));
  return row;
}

/** What the portal knows of a server beside its saves. */
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

/** The tribe that a player's character is in; who is in none builds under the character's own number. */
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
