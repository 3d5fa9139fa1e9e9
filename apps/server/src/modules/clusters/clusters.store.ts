import { and, asc, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { survivorName } from '../../db/survivor-names.ts';
import { compareBoth, type TextSearch } from '../../db/text-search.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { linkedPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { clusters, serverAdmins, servers } from '../../db/tables/servers.table.ts';

export type ClusterRow = typeof clusters.$inferSelect;

const server = { id: servers.id, name: servers.name };

/** One row per server of each cluster; a cluster without servers has one row. */
const all = prepared((db) =>
  db
    .select({ id: clusters.id, name: clusters.name, server })
    .from(clusters)
    .leftJoin(servers, eq(servers.clusterId, clusters.id))
    .orderBy(asc(clusters.nameKey), asc(servers.nameKey))
    .prepare('clusters_all'),
);

export type ClusterServerRow = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];

export async function findAll(db: Db): Promise<ClusterServerRow[]> {
  return all(db).execute();
}

/** The best match first. */
export async function searchClusters(db: Db, search: TextSearch, limit: number) {
  const { isMatch, rank } = compareBoth(clusters.nameKey, search);
  return db
    .select({ id: clusters.id, name: clusters.name, serverCount: count(servers.id) })
    .from(clusters)
    .leftJoin(servers, eq(servers.clusterId, clusters.id))
    .where(isMatch)
    .groupBy(clusters.id)
    .orderBy(rank, asc(clusters.nameKey))
    .limit(limit);
}

const stateById = prepared((db) =>
  db
    .select({
      id: clusters.id,
      name: clusters.name,
      server: {
        ...server,
        state: servers.state,
        stateReason: servers.stateReason,
        map: servers.map,
        playerCount: servers.playerCount,
        maxPlayers: servers.maxPlayers,
      },
      isConnected: sql<boolean>`${isNotNull(agentConnections.serverId)}`,
    })
    .from(clusters)
    .leftJoin(servers, eq(servers.clusterId, clusters.id))
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(eq(clusters.id, sql.placeholder('id')))
    .orderBy(asc(servers.nameKey))
    .prepare('clusters_state'),
);

export type ClusterStateRow = Awaited<ReturnType<ReturnType<typeof stateById>['execute']>>[number];

export async function findState(db: Db, id: string): Promise<ClusterStateRow[]> {
  return stateById(db).execute({ id });
}

export type ClusterPlayerRow = { id: string; name: string; survivor: string | null; serverId: string };

/** Players known to be online; servers whose agent or game is down have none. */
export async function findPlayers(db: Db, clusterId: string): Promise<ClusterPlayerRow[]> {
  return db
    .select({
      id: onlinePlayers.playerId,
      name: onlinePlayers.name,
      survivor: survivorName,
      serverId: onlinePlayers.serverId,
    })
    .from(onlinePlayers)
    .innerJoin(servers, eq(servers.id, onlinePlayers.serverId))
    .innerJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(and(eq(servers.clusterId, clusterId), inArray(servers.state, ['up', 'degraded'])))
    .orderBy(sql`lower(${onlinePlayers.name})`, asc(onlinePlayers.playerId));
}

/** Whether a user plays on or controls a server of the cluster; undefined if there is no such cluster. */
const membershipOf = prepared((db) => {
  const plays = db
    .select({ one: sql`1` })
    .from(linkedPlayers)
    .innerJoin(servers, eq(servers.id, linkedPlayers.serverId))
    .where(and(eq(servers.clusterId, clusters.id), eq(linkedPlayers.userId, sql.placeholder('userId'))));
  const controls = db
    .select({ one: sql`1` })
    .from(serverAdmins)
    .innerJoin(servers, eq(servers.id, serverAdmins.serverId))
    .where(and(eq(servers.clusterId, clusters.id), eq(serverAdmins.userId, sql.placeholder('userId'))));
  return db
    .select({ isPlayer: sql<boolean>`exists ${plays} or exists ${controls}` })
    .from(clusters)
    .where(eq(clusters.id, sql.placeholder('id')))
    .prepare('clusters_membership');
});

export async function findMembership(db: Db, userId: string, id: string): Promise<{ isPlayer: boolean } | undefined> {
  const [row] = await membershipOf(db).execute({ userId, id });
  return row;
}

export async function findCluster(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db.select({ id: clusters.id, name: clusters.name }).from(clusters).where(eq(clusters.id, id));
  return row;
}

export async function insertCluster(db: Db, row: typeof clusters.$inferInsert): Promise<void> {
  await db.insert(clusters).values(row);
}

export async function renameCluster(db: Db, id: string, next: { name: string; nameKey: string }): Promise<void> {
  await db.update(clusters).set(next).where(eq(clusters.id, id));
}

export async function deleteCluster(db: Db, id: string): Promise<void> {
  await db.delete(clusters).where(eq(clusters.id, id));
}

/** Locks the cluster until the end of the transaction. */
export async function lockCluster(
  db: Db,
  id: string,
  strength: 'update' | 'key share',
): Promise<ClusterRow | undefined> {
  const [row] = await db.select().from(clusters).where(eq(clusters.id, id)).for(strength);
  return row;
}

/** Serializes changes of which server is in which cluster: concurrent ones could deadlock. */
export async function lockAssignments(db: Db): Promise<void> {
  await db.execute(sql`lock table ${clusters} in share row exclusive mode`);
}

/** Servers are locked before their cluster, as when a chat message is stored: another order could deadlock. */
export async function lockServersOf(db: Db, clusterId: string): Promise<string[]> {
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(eq(servers.clusterId, clusterId))
    .orderBy(asc(servers.id))
    .for('no key update');
  return rows.map((row) => row.id);
}

export type AssignedServer = { id: string; name: string; clusterId: string | null };

export async function lockServer(db: Db, id: string): Promise<AssignedServer | undefined> {
  const [row] = await db
    .select({ ...server, clusterId: servers.clusterId })
    .from(servers)
    .where(eq(servers.id, id))
    .for('no key update');
  return row;
}

export async function setClusterOf(db: Db, serverIds: string[], clusterId: string | null): Promise<void> {
  await db.update(servers).set({ clusterId }).where(inArray(servers.id, serverIds));
}
