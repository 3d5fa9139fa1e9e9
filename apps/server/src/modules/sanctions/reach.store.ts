import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import type { sanctions } from '../../db/tables/moderation.table.ts';
import { knownPlayers, onlinePlayers } from '../../db/tables/players.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

type Target = Pick<typeof sanctions.$inferSelect, 'reach' | 'serverId' | 'clusterId'>;

/** The servers of a reach, now. */
export async function findServersOf(db: Db, target: Target): Promise<string[]> {
  return (await db.select({ id: servers.id }).from(servers).where(isWithin(target))).map(({ id }) => id);
}

/** The servers of a reach where a player is online. */
export async function findOnlineWithin(db: Db, target: Target, playerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: servers.id })
    .from(onlinePlayers)
    .innerJoin(servers, eq(servers.id, onlinePlayers.serverId))
    .where(and(eq(onlinePlayers.playerId, playerId), isWithin(target)));
  return rows.map(({ id }) => id);
}

/** The server of a reach where a player was seen last, or any if nowhere. */
export async function findLastSeenWithin(db: Db, target: Target, playerId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: servers.id })
    .from(servers)
    .leftJoin(knownPlayers, and(eq(knownPlayers.serverId, servers.id), eq(knownPlayers.playerId, playerId)))
    .where(isWithin(target))
    .orderBy(sql`${knownPlayers.seenAt} desc nulls last`, sql`${knownPlayers.playerId} is null`, servers.name)
    .limit(1);
  return row?.id;
}

function isWithin({ reach, serverId, clusterId }: Target): SQL | undefined {
  if (reach === 'all') return undefined;
  return reach === 'server' ? eq(servers.id, serverId ?? '') : eq(servers.clusterId, clusterId ?? '');
}
