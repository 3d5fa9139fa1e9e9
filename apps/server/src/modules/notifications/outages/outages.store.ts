import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isPortalAdmin } from '../../../db/second-factor.ts';
import { agentConnections } from '../../../db/tables/agents.table.ts';
import { serverOutages } from '../../../db/tables/notifications.table.ts';
import { linkedPlayers } from '../../../db/tables/players.table.ts';
import { favoriteServers, serverAdmins, servers } from '../../../db/tables/servers.table.ts';
import { users } from '../../../db/tables/users.table.ts';
import { lockNumbers } from '../../../db/lock-numbers.ts';

export async function takeWatchLock(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is_ours: boolean }>(
    sql.raw(`select pg_try_advisory_xact_lock(${lockNumbers.outages}) as is_ours`),
  );
  return rows[0]?.is_ours === true;
}

export type WatchedServer = {
  id: string;
  name: string;
  isDown: boolean;
  reason: string | null;
  outage: typeof serverOutages.$inferSelect | null;
};

/** Servers that are down or have an outage; without those whose agent was never there. */
export async function findDownOrRecovering(db: Db): Promise<WatchedServer[]> {
  const isConnected = sql`${agentConnections.serverId} is not null`;
  const isDown = sql<boolean>`(not (${isConnected}) or ${servers.state} = 'down')`;
  return db
    .select({
      id: servers.id,
      name: servers.name,
      isDown,
      reason: sql<string | null>`case when ${isConnected} then ${servers.stateReason} end`,
      outage: serverOutages,
    })
    .from(servers)
    .leftJoin(agentConnections, eq(agentConnections.serverId, servers.id))
    .leftJoin(serverOutages, eq(serverOutages.serverId, servers.id))
    .where(sql`${servers.agentName} is not null and (${isDown} or ${serverOutages.serverId} is not null)`)
    .orderBy(servers.nameKey);
}

type OutageRow = typeof serverOutages.$inferSelect;

export async function putOutages(db: Db, rows: OutageRow[]): Promise<void> {
  const perStatement = 500;
  for (let start = 0; start < rows.length; start += perStatement)
    await db
      .insert(serverOutages)
      .values(rows.slice(start, start + perStatement))
      .onConflictDoUpdate({
        target: serverOutages.serverId,
        set: {
          downSince: sql`excluded.down_since`,
          upSince: sql`excluded.up_since`,
          announcedAt: sql`excluded.announced_at`,
          seenAt: sql`excluded.seen_at`,
        },
      });
}

export async function deleteOutages(db: Db, serverIds: string[]): Promise<void> {
  if (serverIds.length > 0) await db.delete(serverOutages).where(inArray(serverOutages.serverId, serverIds));
}

/** Admins of the portal: they are concerned with every server. */
export async function findPortalAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isPortalAdmin, isNull(users.disabledAt)));
  return rows.map(({ id }) => id);
}

/** Everyone else who is concerned with any of these servers: admins there, and those who have it as a favourite. */
export async function findConcerned(db: Db, serverIds: string[]): Promise<{ userId: string; serverId: string }[]> {
  const ids = sql`${sql.param(serverIds)}::text[]`;
  const { rows } = await db.execute<{ user_id: string; server_id: string }>(sql`
    select tie.user_id, tie.server_id from (
      select user_id, server_id from ${favoriteServers} where server_id = any(${ids})
      union select user_id, server_id from ${serverAdmins} where server_id = any(${ids})
      union select user_id, server_id from ${linkedPlayers} where is_admin and server_id = any(${ids})) tie
      join ${users} on ${users.id} = tie.user_id and ${users.disabledAt} is null and not (${isPortalAdmin})`);
  return rows.map((row) => ({ userId: row.user_id, serverId: row.server_id }));
}
