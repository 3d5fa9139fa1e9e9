import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { agentConnections } from '../../../db/tables/agents.table.ts';
import { knownPlayers, onlinePlayers } from '../../../db/tables/players.table.ts';
import { servers } from '../../../db/tables/servers.table.ts';
import { survivors } from '../../../db/tables/structures.table.ts';

const isReachable = sql`exists (select 1 from ${servers} join ${agentConnections} on ${agentConnections.serverId} = ${servers.id}
  where ${servers.id} = ${survivors.serverId} and ${servers.state} in ('up', 'degraded'))`;

/** All survivors of the save, with what the portal itself knows of them. */
export async function findSurvivors(db: Db, serverId: string) {
  return db
    .select({
      arkId: survivors.arkId,
      playerId: survivors.playerId,
      name: survivors.name,
      platformName: sql<string | null>`coalesce(${survivors.platformName}, ${knownPlayers.name})`,
      level: survivors.level,
      tribeId: survivors.tribeId,
      loginAt: survivors.loginAt,
      firstSeenAt: survivors.firstSeenAt,
      goneAt: survivors.goneAt,
      playedAt: knownPlayers.seenAt,
      isOnline: sql<boolean>`${onlinePlayers.playerId} is not null and ${isReachable}`,
    })
    .from(survivors)
    .leftJoin(
      knownPlayers,
      and(eq(knownPlayers.serverId, survivors.serverId), eq(knownPlayers.playerId, survivors.playerId)),
    )
    .leftJoin(
      onlinePlayers,
      and(eq(onlinePlayers.serverId, survivors.serverId), eq(onlinePlayers.playerId, survivors.playerId)),
    )
    .where(eq(survivors.serverId, serverId));
}

export type SurvivorRow = Awaited<ReturnType<typeof findSurvivors>>[number];
