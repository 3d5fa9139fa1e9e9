import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { knownPlayers, linkedPlayers, onlinePlayers, playerCounts } from '../../db/tables/players.table.ts';
import { clusters, favoriteServers, servers } from '../../db/tables/servers.table.ts';
import { survivors, tribes } from '../../db/tables/structures.table.ts';
import { users } from '../../db/tables/users.table.ts';

/**
 * Notes that a user is here now. One that was not here since `awaySince` begins a new visit; of concurrent calls, one
 * begins it. Returns the end of the visit before.
 */
export async function touchVisit(db: Db, userId: string, { now, awaySince }: { now: Date; awaySince: Date }) {
  const isNew = sql`${users.visitedAt} <= ${awaySince.toISOString()}::timestamptz`;
  const [row] = await db
    .update(users)
    .set({
      visitedAt: now,
      previousVisitAt: sql`case when ${isNew} then ${users.visitedAt} else ${users.previousVisitAt} end`,
    })
    .where(eq(users.id, userId))
    .returning({ previousVisitAt: users.previousVisitAt });
  return row?.previousVisitAt ?? null;
}

export type CharacterRow = {
  server_id: string;
  server_name: string;
  player_id: string;
  name: string | null;
  survivor: string | null;
  level: number | null;
  tribe_id: string | null;
  tribe: string | null;
  online_since: string | null;
  seen_at: string | null;
};

/** A user's linked characters: those who are online first, then the last seen. */
export async function findCharacters(db: Db, userId: string): Promise<CharacterRow[]> {
  const { rows } = await db.execute<CharacterRow>(sql`
    select s.id as server_id, s.name as server_name, linked.player_id, coalesce(o.name, known.name) as name,
      coalesce(o.survivor, survivor.name) as survivor, survivor.level, tribe.id as tribe_id, tribe.name as tribe,
      o.joined_at as online_since, known.seen_at
    from ${linkedPlayers} linked join ${servers} s on s.id = linked.server_id
      left join ${knownPlayers} known on known.server_id = s.id and known.player_id = linked.player_id
      left join ${agentConnections} connection on connection.server_id = s.id
      left join ${onlinePlayers} o on o.server_id = s.id and o.player_id = linked.player_id
        and connection.server_id is not null and s.state in ('up', 'degraded')
      left join lateral (select v.name, v.level, v.tribe_id from ${survivors} v
        where v.server_id = s.id and v.player_id = linked.player_id and v.gone_at is null
        order by v.login_at desc nulls last limit 1) survivor on true
      left join ${tribes} tribe on tribe.server_id = s.id and tribe.id = survivor.tribe_id
    where linked.user_id = ${userId}
    order by o.joined_at is null, known.seen_at desc nulls last, s.name_key`);
  return rows;
}

export type ChatRow = { id: string; name: string; cluster: { id: string; name: string } | null };

/** The server whose chat concerns a user most: where they play, else a favourite, else one that is connected. */
export async function findChatServer(db: Db, userId: string): Promise<ChatRow | undefined> {
  const isOwn = (table: typeof linkedPlayers | typeof favoriteServers) =>
    and(eq(table.serverId, servers.id), eq(table.userId, userId));
  const isOnline = and(
    eq(onlinePlayers.serverId, linkedPlayers.serverId),
    eq(onlinePlayers.playerId, linkedPlayers.playerId),
  );
  const [row] = await db
    .select({ id: servers.id, name: servers.name, cluster: { id: clusters.id, name: clusters.name } })
    .from(servers)
    .leftJoin(clusters, eq(clusters.id, servers.clusterId))
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .leftJoin(linkedPlayers, isOwn(linkedPlayers))
    .leftJoin(onlinePlayers, isOnline)
    .leftJoin(favoriteServers, isOwn(favoriteServers))
    .orderBy(
      isNull(onlinePlayers.playerId),
      isNull(linkedPlayers.playerId),
      isNull(favoriteServers.serverId),
      isNull(agentConnections.serverId),
      isNull(servers.clusterId),
      asc(servers.nameKey),
    )
    .limit(1);
  return row;
}

/** Undefined for all servers. */
type ServerIds = readonly string[] | undefined;

const isAmong = (serverIds: ServerIds): SQL =>
  serverIds === undefined ? sql`true` : sql`s.id = any(${sql.param([...serverIds])}::text[])`;

export type TroubledRow = {
  id: string;
  name: string;
  state: 'offline' | 'degraded' | 'down';
  reason: string | null;
  since: string | null;
  has_connected: boolean;
  total: number;
};

/**
 * Servers that are offline, down or degraded, the worst first, those that never connected last. A connection that is gone
 * left a gap in the counts.
 */
export async function findTroubled(db: Db, serverIds: ServerIds, limit: number): Promise<TroubledRow[]> {
  const { rows } = await db.execute<TroubledRow>(sql`
    select s.id, s.name, case when connection.server_id is null then 'offline' else s.state end as state,
      case when connection.server_id is not null then s.state_reason end as reason,
      case when connection.server_id is not null then s.state_since else gap.at end as since,
      s.agent_name is not null as has_connected, count(*) over ()::int as total
    from ${servers} s left join ${agentConnections} connection on connection.server_id = s.id
      left join lateral (select c.at, c.count from ${playerCounts} c where c.server_id = s.id
        order by c.at desc limit 1) gap on gap.count is null
    where ${isAmong(serverIds)} and (connection.server_id is null or s.state in ('degraded', 'down'))
    order by case when s.agent_name is null then 3 when connection.server_id is null then 1 when s.state = 'down' then 0
      else 2 end, s.name_key
    limit ${limit}`);
  return rows;
}

export type AgentRow = { name: string; version: string; servers: number; server_id: string; server_name: string };

/** The connected agents by version, with their first server. */
export async function findAgents(db: Db, serverIds: ServerIds): Promise<AgentRow[]> {
  const { rows } = await db.execute<AgentRow>(sql`
    select s.agent_name as name, coalesce(s.agent_version, '') as version, count(*)::int as servers,
      (array_agg(s.id order by s.name_key))[1] as server_id, (array_agg(s.name order by s.name_key))[1] as server_name
    from ${servers} s join ${agentConnections} connection on connection.server_id = s.id
    where ${isAmong(serverIds)} and s.agent_name is not null
    group by 1, 2 order by servers desc limit 20`);
  return rows;
}
