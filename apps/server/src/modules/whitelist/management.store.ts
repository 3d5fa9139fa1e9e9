import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { playerListStates } from '../../db/tables/moderation.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { whitelistServers, whitelistStates } from '../../db/tables/whitelist.table.ts';

export type StateRow = typeof whitelistStates.$inferSelect;

export async function isManaged(db: Db, serverId: string): Promise<boolean> {
  const rows = await db.select().from(whitelistServers).where(eq(whitelistServers.serverId, serverId));
  return rows.length === 1;
}

/** The same in a transaction, and it stays so until its end. */
export async function lockManaged(db: Db, serverId: string): Promise<boolean> {
  const rows = await db.select().from(whitelistServers).where(eq(whitelistServers.serverId, serverId)).for('share');
  return rows.length === 1;
}

/** Returns whether it was not managed before. */
export async function putManaged(db: Db, row: typeof whitelistServers.$inferInsert): Promise<boolean> {
  const rows = await db.insert(whitelistServers).values(row).onConflictDoNothing().returning();
  return rows.length === 1;
}

/** Returns whether it was managed. */
export async function deleteManaged(db: Db, serverId: string): Promise<boolean> {
  const deleted = await db.delete(whitelistServers).where(eq(whitelistServers.serverId, serverId)).returning();
  await db.delete(whitelistStates).where(eq(whitelistStates.serverId, serverId));
  return deleted.length === 1;
}

/** A server and the other managed ones whose whitelist is the same file. */
export async function findSharing(db: Db, serverId: string): Promise<string[]> {
  const isWhitelist = eq(playerListStates.list, 'whitelist');
  const file = db
    .select({ file: playerListStates.file })
    .from(playerListStates)
    .where(and(isWhitelist, eq(playerListStates.serverId, serverId)));
  const rows = await db
    .select({ id: playerListStates.serverId })
    .from(playerListStates)
    .innerJoin(whitelistServers, eq(whitelistServers.serverId, playerListStates.serverId))
    .where(and(isWhitelist, inArray(playerListStates.file, file)));
  return [...new Set([serverId, ...rows.map(({ id }) => id)])];
}

export type ManagedServer = { id: string; name: string; clusterId: string | null; isConnected: boolean };

/** By name. */
export async function findManaged(db: Db): Promise<ManagedServer[]> {
  return db
    .select({
      id: servers.id,
      name: servers.name,
      clusterId: servers.clusterId,
      isConnected: sql<boolean>`${agentConnections.serverId} is not null`,
    })
    .from(whitelistServers)
    .innerJoin(servers, eq(servers.id, whitelistServers.serverId))
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .orderBy(asc(servers.nameKey));
}

export async function findStates(db: Db, serverIds: string[], playerIds?: string[]): Promise<StateRow[]> {
  const ofPlayers = playerIds && sql`${whitelistStates.playerId} = any(${sql.param(playerIds)}::text[])`;
  return db
    .select()
    .from(whitelistStates)
    .where(and(inArray(whitelistStates.serverId, serverIds), ofPlayers));
}

const atOnce = 1_000;

/** Returns whether that is something new. */
export async function putStates(db: Db, rows: readonly StateRow[]): Promise<boolean> {
  let changed = 0;
  for (let start = 0; start < rows.length; start += atOnce) {
    const stored = await db
      .insert(whitelistStates)
      .values(rows.slice(start, start + atOnce))
      .onConflictDoUpdate({
        target: [whitelistStates.serverId, whitelistStates.playerId],
        set: {
          state: sql`excluded.state`,
          detail: sql`excluded.detail`,
          at: sql`excluded.at`,
          retryAt: sql`excluded.retry_at`,
        },
        setWhere: sql`(${whitelistStates.state}, ${whitelistStates.detail}, ${whitelistStates.retryAt})
          is distinct from (excluded.state, excluded.detail, excluded.retry_at)`,
      })
      .returning({ playerId: whitelistStates.playerId });
    changed += stored.length;
  }
  return changed > 0;
}

/** Returns whether there were some. */
export async function deleteStates(db: Db, serverId: string, playerIds: readonly string[]): Promise<boolean> {
  if (playerIds.length === 0) return false;
  const isOne = sql`${whitelistStates.playerId} = any(${sql.param([...playerIds])}::text[])`;
  const deleted = await db
    .delete(whitelistStates)
    .where(and(eq(whitelistStates.serverId, serverId), isOne))
    .returning({ playerId: whitelistStates.playerId });
  return deleted.length > 0;
}
