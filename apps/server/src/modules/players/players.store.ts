import { and, asc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { knownPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { survivors } from '../../db/tables/structures.table.ts';
import { survivorName } from '../../db/survivor-names.ts';

export type OnlineRow = typeof onlinePlayers.$inferSelect;

export type ShownRow = OnlineRow & { shownSurvivor: string | null };

const selectOnline = (db: Db, where: SQL) =>
  db
    .select({ ...getTableColumns(onlinePlayers), shownSurvivor: survivorName })
    .from(onlinePlayers)
    .where(where)
    .orderBy(asc(sql`lower(${onlinePlayers.name})`), asc(onlinePlayers.playerId));

const onlineByServer = prepared((db) =>
  selectOnline(db, eq(onlinePlayers.serverId, sql.placeholder('serverId'))).prepare('players_online'),
);

/** Who was online at the server's last report, by name. */
export async function findOnline(db: Db, serverId: string): Promise<ShownRow[]> {
  return onlineByServer(db).execute({ serverId });
}

/** The same of several servers. */
export async function findOnlineOf(db: Db, serverIds: string[]): Promise<ShownRow[]> {
  return selectOnline(db, sql`${onlinePlayers.serverId} = any(${sql.param(serverIds)}::text[])`);
}

export async function findOnlinePlayer(db: Db, serverId: string, playerId: string): Promise<OnlineRow | undefined> {
  const [row] = await db
    .select()
    .from(onlinePlayers)
    .where(and(eq(onlinePlayers.serverId, serverId), eq(onlinePlayers.playerId, playerId)));
  return row;
}

/** The player's name when last seen on the server, else the one in the world save. */
export async function findKnownName(db: Db, serverId: string, playerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: knownPlayers.name })
    .from(knownPlayers)
    .where(and(eq(knownPlayers.serverId, serverId), eq(knownPlayers.playerId, playerId)));
  if (row) return row.name;
  const [survivor] = await db
    .select({ name: sql<string>`coalesce(${survivors.platformName}, ${survivors.name})` })
    .from(survivors)
    .where(and(eq(survivors.serverId, serverId), eq(survivors.playerId, playerId)))
    .orderBy(sql`${survivors.loginAt} desc nulls last`)
    .limit(1);
  return survivor?.name;
}

/** A single parameter, however many ids there are. */
const isOneOf = (column: typeof knownPlayers.playerId | typeof onlinePlayers.playerId, playerIds: string[]) =>
  sql`${column} = any(${sql.param(playerIds)}::text[])`;

const seenBy = (at: Date) => sql`greatest(${knownPlayers.seenAt}, ${at.toISOString()}::timestamptz)`;

/** Stores when these players were last seen. */
export async function updateLastSeen(db: Db, serverId: string, playerIds: string[], at: Date): Promise<void> {
  if (playerIds.length === 0) return;
  await db
    .update(knownPlayers)
    .set({ seenAt: seenBy(at) })
    .where(and(eq(knownPlayers.serverId, serverId), isOneOf(knownPlayers.playerId, playerIds)));
}

/** The same for everyone who is online on any server, unless it was stored since then. */
export async function updateAllLastSeen(db: Db, at: Date, unlessSince: Date): Promise<void> {
  await db
    .update(knownPlayers)
    .set({ seenAt: seenBy(at) })
    .from(onlinePlayers)
    .innerJoin(agentConnections, eq(agentConnections.serverId, onlinePlayers.serverId))
    .innerJoin(servers, eq(servers.id, onlinePlayers.serverId))
    .where(
      and(
        eq(knownPlayers.serverId, onlinePlayers.serverId),
        eq(knownPlayers.playerId, onlinePlayers.playerId),
        inArray(servers.state, ['up', 'degraded']),
        sql`coalesce(${knownPlayers.seenAt}, 'epoch') < ${unlessSince.toISOString()}::timestamptz`,
      ),
    );
}

/** Adds players who joined and updates the names of the others; the names are also stored as known players. */
export async function putOnline(db: Db, rows: OnlineRow[]): Promise<void> {
  if (rows.length === 0) return;
  // One JSON parameter: a parameter for each value of a thousand players takes 100 ms to build.
  const reported = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reported(
    "serverId" text, "playerId" text, name text, survivor text, "joinedAt" timestamptz)`;
  await db.execute(sql`
    insert into ${onlinePlayers} (server_id, player_id, name, survivor, joined_at)
    select "serverId", "playerId", name, survivor, "joinedAt" from ${reported}
    on conflict (server_id, player_id) do update set name = excluded.name, survivor = excluded.survivor`);
  await db.execute(sql`
    insert into ${knownPlayers} (server_id, player_id, name, seen_at)
    select "serverId", "playerId", name, "joinedAt" from ${reported}
    on conflict (server_id, player_id) do update set name = excluded.name,
      seen_at = greatest(${knownPlayers.seenAt}, excluded.seen_at)`);
}

export async function deleteOnline(db: Db, serverId: string, playerIds: string[]): Promise<void> {
  if (playerIds.length === 0) return;
  await db
    .delete(onlinePlayers)
    .where(and(eq(onlinePlayers.serverId, serverId), isOneOf(onlinePlayers.playerId, playerIds)));
}

/** Returns whether the count changed. */
export async function setPlayerCount(db: Db, serverId: string, count: number): Promise<boolean> {
  const changed = await db
    .update(servers)
    .set({ playerCount: count })
    .where(and(eq(servers.id, serverId), sql`${servers.playerCount} is distinct from ${count}`))
    .returning({ id: servers.id });
  return changed.length === 1;
}
