import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { bans, onlinePlayers, servers } from '../../db/tables.ts';

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

/** The name a player was banned under. */
export async function findBannedName(db: Db, serverId: string, playerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: bans.name })
    .from(bans)
    .where(and(eq(bans.serverId, serverId), eq(bans.playerId, playerId)));
  return row?.name;
}

/** Adds those who joined and changes the names of those who are there. */
export async function putOnline(db: Db, rows: OnlineRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(onlinePlayers)
    .values(rows)
    .onConflictDoUpdate({
      target: [onlinePlayers.serverId, onlinePlayers.playerId],
      set: { name: sql`excluded.name`, survivor: sql`excluded.survivor` },
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
