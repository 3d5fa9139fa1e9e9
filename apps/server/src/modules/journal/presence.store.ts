import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { playerNames, playSessions } from '../../db/tables/journal.table.ts';
import { knownPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

export type SessionRow = typeof playSessions.$inferSelect;
export type Seen = { playerId: string; name: string; survivor: string | null };

/** An agent that has just connected reports everyone who is there: since when, it cannot know. */
const justConnectedMs = 30_000;

/** Begins the sessions of players who came; one that is already open goes on. */
export async function openSessions(db: Db, serverId: string, players: readonly Seen[], at: Date): Promise<void> {
  if (players.length === 0) return;
  const since = new Date(at.getTime() - justConnectedMs).toISOString();
  await db.execute(sql`
    insert into ${playSessions}
      (server_id, player_id, name, survivor, began_at, is_begin_certain, is_end_certain)
    select ${serverId}, "playerId", name, survivor, ${at.toISOString()}::timestamptz, not exists (
      select 1 from ${agentConnections} where ${agentConnections.serverId} = ${serverId}
        and ${agentConnections.connectedAt} > ${since}::timestamptz), false
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as seen("playerId" text, name text, survivor text)
    on conflict (server_id, player_id) where ended_at is null do nothing`);
}

/** Sessions go on under the new names. */
export async function renameSessions(db: Db, serverId: string, players: readonly Seen[]): Promise<void> {
  if (players.length === 0) return;
  await db.execute(sql`
    update ${playSessions} set name = seen.name, survivor = coalesce(seen.survivor, ${playSessions.survivor})
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as seen("playerId" text, name text, survivor text)
    where ${playSessions.serverId} = ${serverId} and ${playSessions.playerId} = seen."playerId"
      and ${playSessions.endedAt} is null`);
}

type PastSession = Seen & { beganAt: Date; endedAt: Date; isEndCertain: boolean };

/** Sessions of the past, and the names that players had then. */
export async function insertSessions(db: Db, serverId: string, sessions: readonly PastSession[]): Promise<void> {
  if (sessions.length === 0) return;
  const past = sql`jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as past("playerId" text, name text,
    survivor text, "beganAt" timestamptz, "endedAt" timestamptz, "isEndCertain" boolean)`;
  await db.execute(sql`
    insert into ${playSessions}
      (server_id, player_id, name, survivor, began_at, ended_at, is_begin_certain, is_end_certain)
    select ${serverId}, "playerId", name, survivor, "beganAt", "endedAt", true, "isEndCertain" from ${past}
    order by "beganAt"`);
  await db.execute(sql`
    insert into ${playerNames} (player_id, server_id, kind, name, first_at, last_at)
    select "playerId", ${serverId}, named.kind, named.name, min("beganAt"), max("endedAt") from ${past}
      cross join lateral (values ('player', past.name), ('survivor', past.survivor)) as named(kind, name)
    where named.name <> '' group by 1, 3, 4
    on conflict (player_id, server_id, kind, name) do update set
      first_at = least(${playerNames.firstAt}, excluded.first_at),
      last_at = greatest(${playerNames.lastAt}, excluded.last_at)`);
  await db.execute(sql`
    insert into ${knownPlayers} (server_id, player_id, name, seen_at)
    select ${serverId}, "playerId", max(name), max("endedAt") from ${past} group by "playerId"
    on conflict (server_id, player_id) do nothing`);
}

/** Ends the sessions of players who were seen leaving. */
export async function endSessions(db: Db, serverId: string, playerIds: readonly string[], at: Date): Promise<void> {
  if (playerIds.length === 0) return;
  await db
    .update(playSessions)
    .set({ endedAt: sql`greatest(${playSessions.beganAt}, ${at.toISOString()}::timestamptz)`, isEndCertain: true })
    .where(
      and(
        eq(playSessions.serverId, serverId),
        sql`${playSessions.playerId} = any(${sql.param([...playerIds])}::text[])`,
        isNull(playSessions.endedAt),
      ),
    );
}

/** Ends open sessions of players who come again: nobody saw them leave, so they were last there when last seen. */
export async function endMissedSessions(db: Db, serverId: string, players: readonly Seen[]): Promise<void> {
  if (players.length === 0) return;
  const playerIds = players.map((seen) => seen.playerId);
  await db.execute(sql`
    update ${playSessions} set is_end_certain = false,
      ended_at = greatest(${playSessions.beganAt}, coalesce(${knownPlayers.seenAt}, ${playSessions.beganAt}))
    from ${knownPlayers}
    where ${playSessions.serverId} = ${serverId} and ${playSessions.endedAt} is null
      and ${playSessions.playerId} = any(${sql.param(playerIds)}::text[])
      and ${knownPlayers.serverId} = ${playSessions.serverId} and ${knownPlayers.playerId} = ${playSessions.playerId}`);
}

/**
 * Ends sessions of players who no longer count as online, because their server was out of reach for too long: when it was
 * last in reach.
 */
export async function endLostSessions(db: Db): Promise<void> {
  await db.execute(sql`
    update ${playSessions} set is_end_certain = false,
      ended_at = greatest(${playSessions.beganAt}, coalesce(${servers.stateSince}, ${playSessions.beganAt}))
    from ${servers}
    where ${servers.id} = ${playSessions.serverId} and ${playSessions.endedAt} is null
      and not exists (select 1 from ${agentConnections} where ${agentConnections.serverId} = ${playSessions.serverId})
      and not exists (select 1 from ${onlinePlayers} where ${onlinePlayers.serverId} = ${playSessions.serverId}
        and ${onlinePlayers.playerId} = ${playSessions.playerId})`);
}

/** Stores under which names players were seen. */
export async function putNames(db: Db, serverId: string, players: readonly Seen[], at: Date): Promise<void> {
  if (players.length === 0) return;
  const moment = sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into ${playerNames} (player_id, server_id, kind, name, first_at, last_at)
    select distinct "playerId", ${serverId}, named.kind, named.name, ${moment}, ${moment}
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as seen("playerId" text, name text, survivor text)
      cross join lateral (values ('player', seen.name), ('survivor', seen.survivor)) as named(kind, name)
    where named.name <> ''
    on conflict (player_id, server_id, kind, name) do update set
      first_at = least(${playerNames.firstAt}, excluded.first_at),
      last_at = greatest(${playerNames.lastAt}, excluded.last_at)`);
}

export type SessionFilter = {
  playerId: string;
  serverIds?: readonly string[] | undefined;
  from?: Date | undefined;
  /** Those that began by then. */
  until?: Date | undefined;
  limit: number;
};

/** Those that were not over before `from`, the last begun first. */
export async function findSessions(db: Db, filter: SessionFilter): Promise<SessionRow[]> {
  const { playerId, serverIds, from, until, limit } = filter;
  const { beganAt, endedAt, id } = playSessions;
  return db
    .select()
    .from(playSessions)
    .where(
      and(
        eq(playSessions.playerId, playerId),
        serverIds && inArray(playSessions.serverId, [...serverIds]),
        from && or(isNull(endedAt), gte(endedAt, from)),
        until && lte(beganAt, until),
      ),
    )
    .orderBy(desc(beganAt), desc(id))
    .limit(limit);
}

/** Sessions on a server that began since then, those with the latest beginning or end first. */
export async function findVisits(
  db: Db,
  serverId: string,
  { from, limit }: { from: Date; limit: number },
): Promise<SessionRow[]> {
  const { beganAt, endedAt, id } = playSessions;
  return db
    .select()
    .from(playSessions)
    .where(and(eq(playSessions.serverId, serverId), gte(beganAt, from)))
    .orderBy(desc(sql`coalesce(${endedAt}, ${beganAt})`), desc(id))
    .limit(limit);
}

/** Who was on during any part of a span, the longest first. */
export async function findPresent(
  db: Db,
  span: { from: Date; until: Date },
  serverIds: readonly string[],
  limit: number,
): Promise<SessionRow[]> {
  const range = sql`tstzrange(${span.from.toISOString()}::timestamptz, ${span.until.toISOString()}::timestamptz, '[]')`;
  return db
    .select()
    .from(playSessions)
    .where(
      and(
        sql`tstzrange(${playSessions.beganAt}, ${playSessions.endedAt}) && ${range}`,
        inArray(playSessions.serverId, [...serverIds]),
      ),
    )
    .orderBy(asc(playSessions.beganAt), asc(playSessions.id))
    .limit(limit);
}

export type Playtime = { serverId: string; ms: number; count: number; firstAt: Date; lastAt: Date };

/** Of one player on each server; a session that is not over counts until now. */
export async function findPlaytimes(db: Db, playerId: string, now: Date): Promise<Playtime[]> {
  const end = sql`coalesce(${playSessions.endedAt}, ${now.toISOString()}::timestamptz)`;
  const rows = await db
    .select({
      serverId: playSessions.serverId,
      ms: sql<number>`(sum(extract(epoch from ${end} - ${playSessions.beganAt})) * 1000)::float8`,
      count: sql<number>`count(*)::int`,
      firstAt: sql`min(${playSessions.beganAt})`.mapWith(playSessions.beganAt),
      lastAt: sql`max(${end})`.mapWith(playSessions.beganAt),
    })
    .from(playSessions)
    .where(eq(playSessions.playerId, playerId))
    .groupBy(playSessions.serverId);
  return rows.map((row) => ({ ...row, ms: Math.max(0, Math.round(row.ms)) }));
}

export type NameRow = typeof playerNames.$inferSelect;

/** The last used first. */
export async function findNames(db: Db, playerId: string): Promise<NameRow[]> {
  return db
    .select()
    .from(playerNames)
    .where(eq(playerNames.playerId, playerId))
    .orderBy(desc(playerNames.lastAt), asc(playerNames.name));
}

export async function deleteSessionsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(playSessions).where(lt(playSessions.endedAt, before));
}
