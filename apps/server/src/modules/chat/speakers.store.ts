import { and, desc, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { savedSurvivor } from '../../db/survivor-names.ts';
import { knownPlayers, linkedPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { serverAdmins, servers } from '../../db/tables/servers.table.ts';

/** A user's character on a server, its names, and whether the user is an admin there. */
export type Speaker = { playerId: string | null; name: string | null; survivor: string | null; isAdmin: boolean };

export async function findSpeaker(db: Db, userId: string, serverId: string): Promise<Speaker | undefined> {
  const [row] = await selectSpeakers(db, userId, eq(servers.id, serverId));
  return row;
}

/** The same in a cluster: the character that is online, else the one seen last. */
export async function findClusterSpeaker(db: Db, userId: string, clusterId: string): Promise<Speaker | undefined> {
  const [row] = await selectSpeakers(
    db,
    userId,
    and(eq(servers.clusterId, clusterId), isNotNull(linkedPlayers.playerId)),
  )
    .orderBy(
      sql`${onlinePlayers.joinedAt} desc nulls last`,
      sql`${knownPlayers.seenAt} desc nulls last`,
      desc(servers.id),
    )
    .limit(1);
  return row;
}

function selectSpeakers(db: Db, userId: string, where: SQL | undefined) {
  return db
    .select({
      playerId: linkedPlayers.playerId,
      name: sql<string | null>`coalesce(${onlinePlayers.name}, ${knownPlayers.name})`,
      survivor: sql<string | null>`coalesce(${onlinePlayers.survivor}, ${savedSurvivor(linkedPlayers)})`,
      isAdmin: sql<boolean>`coalesce(${or(linkedPlayers.isAdmin, isNotNull(serverAdmins.userId))}, false)`,
    })
    .from(servers)
    .leftJoin(linkedPlayers, and(eq(linkedPlayers.serverId, servers.id), eq(linkedPlayers.userId, userId)))
    .leftJoin(serverAdmins, and(eq(serverAdmins.serverId, servers.id), eq(serverAdmins.userId, userId)))
    .leftJoin(onlinePlayers, isLinked(onlinePlayers))
    .leftJoin(knownPlayers, isLinked(knownPlayers))
    .where(where)
    .$dynamic();
}

function isLinked({ serverId, playerId }: typeof onlinePlayers | typeof knownPlayers): SQL | undefined {
  return and(eq(serverId, servers.id), eq(playerId, linkedPlayers.playerId));
}
