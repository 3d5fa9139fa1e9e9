import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { knownPlayers, onlinePlayers, servers } from '../../db/tables.ts';

export type OnlineRow = typeof onlinePlayers.$inferSelect;

const onlineByServer = prepared((db) =>
  db
    .select()
    .from(onlinePlayers)
    .where(eq(onlinePlayers.serverId, sql.placeholder('serverId')))
    .orderBy(asc(sql`lower(${onlinePlayers.name})`), asc(onlinePlayers.playerId))
    .prepare('players_online'),
);

/** Who was online when the server last said so, by name. */
export async function findOnline(db: Db, serverId: string): Promise<OnlineRow[]> {
  return onlineByServer(db).execute({ serverId });
}

export async function findOnlinePlayer(db: Db, serverId: string, playerId: string): Promise<OnlineRow | undefined> {
  const [row] = await db
    .select()
    .from(onlinePlayers)
    .where(and(eq(onlinePlayers.serverId, serverId), eq(onlinePlayers.playerId, playerId)));
  return row;
}

/** The name a player had when last seen on the server. */
export async function findKnownName(db: Db, serverId: string, playerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: knownPlayers.name })
    .from(knownPlayers)
    .where(and(eq(knownPlayers.serverId, serverId), eq(knownPlayers.playerId, playerId)));
  return row?.name;
}

/** Adds those who joined and changes the names of those who are there; the names are known from then on. */
export async function putOnline(db: Db, rows: OnlineRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(onlinePlayers)
    .values(rows)
    .onConflictDoUpdate({
      target: [onlinePlayers.serverId, onlinePlayers.playerId],
      set: { name: sql`excluded.name`, survivor: sql`excluded.survivor` },
    });
  await db
    .insert(knownPlayers)
    .values(rows.map(({ serverId, playerId, name }) => ({ serverId, playerId, name })))
    .onConflictDoUpdate({
      target: [knownPlayers.serverId, knownPlayers.playerId],
      set: { name: sql`excluded.name` },
    });
}

export async function deleteOnline(db: Db, serverId: string, playerIds: string[]): Promise<void> {
  if (playerIds.length === 0) return;
  await db
    .delete(onlinePlayers)
    .where(and(eq(onlinePlayers.serverId, serverId), inArray(onlinePlayers.playerId, playerIds)));
}

/** Answers whether that changed anything. */
export async function setPlayerCount(db: Db, serverId: string, count: number): Promise<boolean> {
  const changed = await db
    .update(servers)
    .set({ playerCount: count })
    .where(and(eq(servers.id, serverId), sql`${servers.playerCount} is distinct from ${count}`))
    .returning({ id: servers.id });
  return changed.length === 1;
}
