import type { ServerState } from '@tribehall/contract';
import { and, asc, eq, inArray, isNotNull, like, or, sql, type SQL } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { compareBoth, type TextSearch } from '../../db/text-search.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { linkedPlayers } from '../../db/tables/players.table.ts';
import { clusters, favoriteServers, serverAdmins, servers } from '../../db/tables/servers.table.ts';

export type ServerRow = typeof servers.$inferSelect;

/** A row of `links` is an open agent connection: rows of dead portals are removed. */
const isConnected = sql<boolean>`${agentConnections.serverId} is not null`;
/** Unknown while the agent connection or the game is down. */
const playerCount = sql<number | null>`case when ${agentConnections.serverId} is not null
  and ${servers.state} in ('up', 'degraded') then ${servers.playerCount} end`;

const selectState = (db: Db, where: SQL) =>
  db
    .select({
      id: servers.id,
      name: servers.name,
      game: servers.game,
      state: servers.state,
      stateReason: servers.stateReason,
      stateSince: servers.stateSince,
      playerCount,
      structureCount: servers.structureCount,
      map: servers.map,
      version: servers.version,
      day: servers.day,
      agentName: servers.agentName,
      agentVersion: servers.agentVersion,
      capabilities: servers.capabilities,
      maxPlayers: servers.maxPlayers,
      joinAddress: servers.joinAddress,
      cluster: { id: clusters.id, name: clusters.name },
      isConnected,
    })
    .from(servers)
    .leftJoin(clusters, eq(clusters.id, servers.clusterId))
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(where);

const stateById = prepared((db) => selectState(db, eq(servers.id, sql.placeholder('id'))).prepare('servers_state'));

export type StateRow = Awaited<ReturnType<ReturnType<typeof stateById>['execute']>>[number];

export async function findState(db: Db, id: string): Promise<StateRow | undefined> {
  const [row] = await stateById(db).execute({ id });
  return row;
}

export async function findStates(db: Db, ids: string[]): Promise<StateRow[]> {
  return ids.length === 0 ? [] : selectState(db, isOneOf(ids));
}

/** A single parameter, however many ids there are. */
const isOneOf = (ids: string[]) => sql`${servers.id} = any(${sql.param(ids)}::text[])`;

export async function findPlayable(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .innerJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(and(isOneOf(ids), inArray(servers.state, ['up', 'degraded'])));
  return rows.map((row) => row.id);
}

const lightById = prepared((db) =>
  db
    .select({ id: servers.id, name: servers.name, game: servers.game, clusterId: servers.clusterId })
    .from(servers)
    .where(eq(servers.id, sql.placeholder('id')))
    .prepare('servers_light'),
);

export async function findServer(
  db: Db,
  id: string,
): Promise<Pick<ServerRow, 'id' | 'name' | 'game' | 'clusterId'> | undefined> {
  const [row] = await lightById(db).execute({ id });
  return row;
}

export async function isHistoryOpen(db: Db, id: string): Promise<boolean> {
  const isOpen = and(eq(servers.id, id), eq(servers.historyVisibleTo, 'members'));
  return (await db.select({ id: servers.id }).from(servers).where(isOpen)).length === 1;
}

export async function findConnected(db: Db, id: string): Promise<boolean> {
  return (
    (await db.select({ id: agentConnections.serverId }).from(agentConnections).where(eq(agentConnections.serverId, id)))
      .length === 1
  );
}

const listedState = sql<ServerState>`case when ${agentConnections.serverId} is null then 'offline' else ${servers.state} end`;

/** The reason of a state that is shown. */
const listedReason = sql<
  string | null
>`case when ${agentConnections.serverId} is not null then ${servers.stateReason} end`;

const selectListed = (db: Db) =>
  db
    .select({
      id: servers.id,
      name: servers.name,
      game: servers.game,
      cluster: { id: clusters.id, name: clusters.name },
      state: listedState,
      stateReason: listedReason,
      playerCount,
      maxPlayers: servers.maxPlayers,
      map: servers.map,
      version: servers.version,
    })
    .from(servers)
    .leftJoin(clusters, eq(clusters.id, servers.clusterId))
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .orderBy(asc(servers.nameKey));

export type ListedRow = Awaited<ReturnType<typeof selectListed>>[number];

export async function findListed(db: Db, nameFilter: string | undefined): Promise<ListedRow[]> {
  if (!nameFilter) return selectListed(db);
  return selectListed(db).where(like(servers.nameKey, `%${nameFilter.replace(/[\\%_]/g, '\\$&')}%`));
}

/** The best match first. */
export async function searchServers(db: Db, search: TextSearch, limit: number) {
  const { isMatch, rank } = compareBoth(servers.nameKey, search);
  return db
    .select({
      id: servers.id,
      name: servers.name,
      game: servers.game,
      state: listedState,
      map: servers.map,
      playerCount,
    })
    .from(servers)
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .where(isMatch)
    .orderBy(rank, asc(servers.nameKey))
    .limit(limit);
}

const selectMemberships = (db: Db) =>
  db
    .select({
      serverId: servers.id,
      playerId: linkedPlayers.playerId,
      isPlayerAdmin: linkedPlayers.isAdmin,
      isServerAdmin: sql<boolean>`${isNotNull(serverAdmins.userId)}`,
    })
    .from(servers)
    .leftJoin(
      linkedPlayers,
      and(eq(linkedPlayers.serverId, servers.id), eq(linkedPlayers.userId, sql.placeholder('userId'))),
    )
    .leftJoin(
      serverAdmins,
      and(eq(serverAdmins.serverId, servers.id), eq(serverAdmins.userId, sql.placeholder('userId'))),
    );

/** A user's membership of a server; undefined if there is no such server. */
const membershipOf = prepared((db) =>
  selectMemberships(db)
    .where(eq(servers.id, sql.placeholder('serverId')))
    .prepare('servers_membership'),
);

export type Membership = { playerId: string | null; isPlayerAdmin: boolean | null; isServerAdmin: boolean };

export async function findMembership(db: Db, userId: string, serverId: string): Promise<Membership | undefined> {
  const [row] = await membershipOf(db).execute({ userId, serverId });
  return row;
}

const membershipsOf = prepared((db) =>
  selectMemberships(db)
    .where(or(isNotNull(linkedPlayers.playerId), isNotNull(serverAdmins.userId)))
    .prepare('servers_memberships'),
);

/** Of the servers to which a user is tied. */
export async function findMemberships(db: Db, userId: string): Promise<(Membership & { serverId: string })[]> {
  return membershipsOf(db).execute({ userId });
}

export async function insertServer(db: Db, row: typeof servers.$inferInsert): Promise<void> {
  await db.insert(servers).values(row);
}

export async function updateServer(
  db: Db,
  id: string,
  set: Partial<typeof servers.$inferInsert>,
): Promise<ServerRow | undefined> {
  const [row] = await db.update(servers).set(set).where(eq(servers.id, id)).returning();
  return row;
}

export async function deleteServer(db: Db, id: string): Promise<ServerRow | undefined> {
  const [row] = await db.delete(servers).where(eq(servers.id, id)).returning();
  return row;
}

/** Locks the server until the end of the transaction. */
export async function lockServer(db: Db, id: string): Promise<ServerRow | undefined> {
  const [row] = await db.select().from(servers).where(eq(servers.id, id)).for('update');
  return row;
}

export async function lockCluster(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: clusters.id }).from(clusters).where(eq(clusters.id, id)).for('key share')).length === 1;
}

export async function putServerAdmin(db: Db, row: typeof serverAdmins.$inferInsert): Promise<void> {
  await db.insert(serverAdmins).values(row).onConflictDoNothing();
}

/** Makes the user's linked character on the server, if there is one, an admin. */
export async function makePlayerAdmin(
  db: Db,
  userId: string,
  serverId: string,
): Promise<{ playerId: string; isAdmin: boolean } | undefined> {
  const [row] = await db
    .update(linkedPlayers)
    .set({ isAdmin: true })
    .where(and(eq(linkedPlayers.userId, userId), eq(linkedPlayers.serverId, serverId)))
    .returning({ playerId: linkedPlayers.playerId, isAdmin: linkedPlayers.isAdmin });
  return row;
}

/** Prevents the removal of the server until the end of the transaction; false if there is none. */
export async function lockServerKey(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: servers.id }).from(servers).where(eq(servers.id, id)).for('key share')).length === 1;
}

export async function deleteFavorite(db: Db, userId: string, serverId: string): Promise<boolean> {
  const deleted = await db
    .delete(favoriteServers)
    .where(and(eq(favoriteServers.userId, userId), eq(favoriteServers.serverId, serverId)))
    .returning({ serverId: favoriteServers.serverId });
  return deleted.length === 1;
}

export async function putFavorite(db: Db, userId: string, serverId: string): Promise<void> {
  await db.insert(favoriteServers).values({ userId, serverId }).onConflictDoNothing();
}
