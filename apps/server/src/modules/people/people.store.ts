import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { savedSurvivor } from '../../db/survivor-names.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { discordConnections } from '../../db/tables/discord.table.ts';
import { knownPlayers, linkedPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { serverAdmins, servers } from '../../db/tables/servers.table.ts';
import { survivors, tribes } from '../../db/tables/structures.table.ts';
import { users } from '../../db/tables/users.table.ts';

export type ServerSightRow = {
  id: string;
  name: string;
  clusterId: string | null;
  visibleTo: 'members' | 'admins';
  hasLeaderboards: boolean;
  ownPlayerId: string | null;
  isAdminThere: boolean;
};

/** Every server, with what ties a user to it. */
export async function findServers(db: Db, userId: string): Promise<ServerSightRow[]> {
  return db
    .select({
      id: servers.id,
      name: servers.name,
      clusterId: servers.clusterId,
      visibleTo: servers.historyVisibleTo,
      hasLeaderboards: servers.hasLeaderboards,
      ownPlayerId: linkedPlayers.playerId,
      isAdminThere: sql<boolean>`coalesce(${or(linkedPlayers.isAdmin, isNotNull(serverAdmins.userId))}, false)`,
    })
    .from(servers)
    .leftJoin(linkedPlayers, and(eq(linkedPlayers.serverId, servers.id), eq(linkedPlayers.userId, userId)))
    .leftJoin(serverAdmins, and(eq(serverAdmins.serverId, servers.id), eq(serverAdmins.userId, userId)));
}

export async function updateHistory(
  db: Db,
  serverId: string,
  changes: { historyVisibleTo?: 'members' | 'admins'; hasLeaderboards?: boolean },
): Promise<void> {
  await db.update(servers).set(changes).where(eq(servers.id, serverId));
}

/** The survivor that was played last. */
const lastSurvivor = (serverId: typeof onlinePlayers.serverId, playerId: typeof onlinePlayers.playerId) => sql`
  left join lateral (select s.level, s.tribe_id from ${survivors} s
    where s.server_id = ${serverId} and s.player_id = ${playerId} and s.gone_at is null
    order by s.login_at desc nulls last limit 1) survivor on true
  left join ${tribes} on ${tribes.serverId} = ${serverId} and ${tribes.id} = survivor.tribe_id`;

export type OnlineRow = {
  id: string;
  name: string;
  survivor: string | null;
  level: number | null;
  tribe: string | null;
  server_id: string;
  server_name: string;
  joined_at: string;
};

/** Everyone who is online on a server in reach. */
export async function findOnline(db: Db): Promise<OnlineRow[]> {
  const { rows } = await db.execute<OnlineRow>(sql`
    select ${onlinePlayers.playerId} as id, ${onlinePlayers.name} as name,
      coalesce(${onlinePlayers.survivor}, (${savedSurvivor(onlinePlayers)})) as survivor,
      survivor.level, ${tribes.name} as tribe, ${servers.id} as server_id, ${servers.name} as server_name,
      ${onlinePlayers.joinedAt} as joined_at
    from ${onlinePlayers} join ${servers} on ${servers.id} = ${onlinePlayers.serverId}
      join ${agentConnections} on ${agentConnections.serverId} = ${servers.id}
      ${lastSurvivor(onlinePlayers.serverId, onlinePlayers.playerId)}
    where ${servers.state} in ('up', 'degraded')
    order by ${onlinePlayers.name}, ${onlinePlayers.playerId}, ${servers.id}`);
  return rows;
}

export type WhereaboutsRow = {
  serverId: string;
  name: string | null;
  onlineName: string | null;
  onlineSurvivor: string | null;
  joinedAt: Date | null;
  seenAt: Date | null;
};

/** Where someone was ever seen, and where they are now. */
export async function findWhereabouts(db: Db, playerId: string): Promise<WhereaboutsRow[]> {
  const isInReach = sql`${servers.state} in ('up', 'degraded') and ${agentConnections.serverId} is not null`;
  return db
    .select({
      serverId: servers.id,
      name: knownPlayers.name,
      onlineName: onlinePlayers.name,
      onlineSurvivor: onlinePlayers.survivor,
      joinedAt: onlinePlayers.joinedAt,
      seenAt: knownPlayers.seenAt,
    })
    .from(servers)
    .leftJoin(knownPlayers, and(eq(knownPlayers.serverId, servers.id), eq(knownPlayers.playerId, playerId)))
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .leftJoin(
      onlinePlayers,
      and(eq(onlinePlayers.serverId, servers.id), eq(onlinePlayers.playerId, playerId), isInReach),
    )
    .where(or(isNotNull(knownPlayers.playerId), isNotNull(onlinePlayers.playerId)));
}

export type SurvivorRow = {
  serverId: string;
  name: string;
  platformName: string | null;
  level: number | null;
  tribeId: number | null;
  tribe: string | null;
};

/** Someone's survivors as the saves have them, the last played first. */
export async function findSurvivors(db: Db, playerId: string): Promise<SurvivorRow[]> {
  return db
    .select({
      serverId: survivors.serverId,
      name: survivors.name,
      platformName: survivors.platformName,
      level: survivors.level,
      tribeId: survivors.tribeId,
      tribe: tribes.name,
    })
    .from(survivors)
    .leftJoin(tribes, and(eq(tribes.serverId, survivors.serverId), eq(tribes.id, survivors.tribeId)))
    .where(and(eq(survivors.playerId, playerId), isNull(survivors.goneAt)))
    .orderBy(sql`${survivors.loginAt} desc nulls last`, desc(survivors.arkId));
}

/** The account that someone is linked with, the oldest link where servers differ; or `userId`, if it is linked with them. */
export async function findAccount(db: Db, playerId: string, userId?: string) {
  const [row] = await db
    .select({ id: users.id, name: users.username, discordName: discordConnections.username })
    .from(linkedPlayers)
    .innerJoin(users, eq(users.id, linkedPlayers.userId))
    .leftJoin(discordConnections, eq(discordConnections.userId, users.id))
    .where(
      and(eq(linkedPlayers.playerId, playerId), userId === undefined ? undefined : eq(linkedPlayers.userId, userId)),
    )
    .orderBy(asc(linkedPlayers.linkedAt))
    .limit(1);
  return row;
}
