import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { agentConnections } from '../../db/tables/agents.table.ts';
import { servers } from '../../db/tables/servers.table.ts';
import { whitelistServers, whitelistStates } from '../../db/tables/whitelist.table.ts';

export type StateRow = typeof whitelistStates.$inferSelect;

export async function isManaged(db: Db, serverId: string): Promise<boolean> {
  const rows = await db.select().from(whitelistServers).where(eq(whitelistServers.serverId, serverId));
  return rows.length === 1;
}

/** Returns whether it was not managed before. */
export async function putManaged(db: Db, row: typeof whitelistServers.$inferInsert): Promise<boolean> {
  const rows = await db.insert(whitelistServers).values(row).onConflictDoNothing().returning();
  return rows.length === 1;
}

/** Returns whether it was managed. */
export async function deleteManaged(db: Db, serverId: string): Promise<boolean> {
  await db.delete(whitelistStates).where(eq(whitelistStates.serverId, serverId));
  return (await db.delete(whitelistServers).where(eq(whitelistServers.serverId, serverId)).returning()).length === 1;
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

export async function putStates(db: Db, rows: readonly StateRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += atOnce)
    await db
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
      });
}

export async function deleteStates(db: Db, serverId: string, playerIds: readonly string[]): Promise<void> {
  if (playerIds.length === 0) return;
  const isOne = sql`${whitelistStates.playerId} = any(${sql.param([...playerIds])}::text[])`;
  await db.delete(whitelistStates).where(and(eq(whitelistStates.serverId, serverId), isOne));
}
