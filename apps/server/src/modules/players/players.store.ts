import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { links } from '../../db/tables/links.table.ts';
import { knownPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { survivors } from '../../db/tables/structures.table.ts';
import { survivorName } from '../../db/survivor-names.ts';

export type OnlineRow = typeof onlinePlayers.$inferSelect;

const onlineByServer = prepared((db) =>
  db
    .select({ ...getTableColumns(onlinePlayers), shownSurvivor: survivorName })
    .from(onlinePlayers)
    .where(eq(onlinePlayers.serverId, sql.placeholder('serverId')))
    .orderBy(asc(sql`lower(${onlinePlayers.name})`), asc(onlinePlayers.playerId))
    .prepare('players_online'),
);

/** Who was online when the server last said so, by name. */
export async function findOnline(db: Db, serverId: string): Promise<(OnlineRow & { shownSurvivor: string | null })[]> {
  return onlineByServer(db).execute({ serverId });
}

export async function findOnlinePlayer(db: Db, serverId: string, playerId: string): Promise<OnlineRow | undefined> {
  const [row] = await db
    .select()
    .from(onlinePlayers)
    .where(and(eq(onlinePlayers.serverId, serverId), eq(onlinePlayers.playerId, playerId)));
  return row;
}

/** The name a player had when last seen on the server; else what the save has for it. */
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

/** In one parameter, however many there are. */
const isOneOf = (column: typeof knownPlayers.playerId | typeof onlinePlayers.playerId, playerIds: string[]) =>
  sql`${column} = any(${sql.param(playerIds)}::text[])`;

const seenBy = (at: Date) => sql`greatest(${knownPlayers.seenAt}, ${at.toISOString()}::timestamptz)`;

/** Writes down when these were last there. */
export async function noteSeen(db: Db, serverId: string, playerIds: string[], at: Date): Promise<void> {
  if (playerIds.length === 0) return;
  await db
    .update(knownPlayers)
    .set({ seenAt: seenBy(at) })
    .where(and(eq(knownPlayers.serverId, serverId), isOneOf(knownPlayers.playerId, playerIds)));
}

/** Does so for everyone who is online anywhere, where it was not written down since then. */
export async function noteAllOnline(db: Db, at: Date, unlessSince: Date): Promise<void> {
  await db
    .update(knownPlayers)
    .set({ seenAt: seenBy(at) })
    .from(onlinePlayers)
    .innerJoin(links, eq(links.serverId, onlinePlayers.serverId))
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

/** Adds those who joined and changes the names of those who are there; the names are known from then on. */
export async function putOnline(db: Db, rows: OnlineRow[]): Promise<void> {
  if (rows.length === 0) return;
  // As one text: to write out a parameter for each value of a thousand players takes 100 ms.
  const told = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told(
    "serverId" text, "playerId" text, name text, survivor text, "joinedAt" timestamptz)`;
  await db.execute(sql`
    insert into ${onlinePlayers} (server_id, player_id, name, survivor, joined_at)
    select "serverId", "playerId", name, survivor, "joinedAt" from ${told}
    on conflict (server_id, player_id) do update set name = excluded.name, survivor = excluded.survivor`);
  await db.execute(sql`
    insert into ${knownPlayers} (server_id, player_id, name, seen_at)
    select "serverId", "playerId", name, "joinedAt" from ${told}
    on conflict (server_id, player_id) do update set name = excluded.name,
      seen_at = greatest(${knownPlayers.seenAt}, excluded.seen_at)`);
}

export async function deleteOnline(db: Db, serverId: string, playerIds: string[]): Promise<void> {
  if (playerIds.length === 0) return;
  await db
    .delete(onlinePlayers)
    .where(and(eq(onlinePlayers.serverId, serverId), isOneOf(onlinePlayers.playerId, playerIds)));
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
