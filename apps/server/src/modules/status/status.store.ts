import { asc, desc, eq, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

const isConnected = sql<boolean>`${agentConnections.serverId} is not null`;
/** Unknown while the agent connection or the game is down. */
const playerCount = sql<number | null>`case when ${agentConnections.serverId} is not null
  and ${servers.state} in ('up', 'degraded') then ${servers.playerCount} end`;

const allServers = prepared((db) =>
  db
    .select({
      id: servers.id,
      name: servers.name,
      game: servers.game,
      map: servers.map,
      state: servers.state,
      isConnected,
      playerCount,
      maxPlayers: servers.maxPlayers,
      joinAddress: servers.joinAddress,
    })
    .from(servers)
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .orderBy(sql`${playerCount} desc nulls last`, desc(isConnected), asc(servers.nameKey))
    .prepare('status_servers'),
);

export type StatusRow = Awaited<ReturnType<ReturnType<typeof allServers>['execute']>>[number];

/** All servers, the busiest first. */
export async function findServers(db: Db): Promise<StatusRow[]> {
  return allServers(db).execute();
}
