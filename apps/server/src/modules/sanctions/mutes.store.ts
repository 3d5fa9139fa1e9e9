import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { sanctions } from '../../db/tables/moderation.table.ts';
import { servers } from '../../db/tables/servers.table.ts';

type SanctionRow = typeof sanctions.$inferSelect;

export type MuteRow = Pick<SanctionRow, 'playerId' | 'reach' | 'serverId' | 'clusterId' | 'reason' | 'endsAt'> & {
  /** The cluster of the server, if it is for one. */
  serverClusterId: string | null;
};

/** Every active mute, for the chat. */
export async function findMutes(db: Db): Promise<MuteRow[]> {
  const { playerId, reach, serverId, clusterId, reason, endsAt } = sanctions;
  return db
    .select({ playerId, reach, serverId, clusterId, reason, endsAt, serverClusterId: servers.clusterId })
    .from(sanctions)
    .leftJoin(servers, eq(servers.id, sanctions.serverId))
    .where(and(eq(sanctions.kind, 'mute'), isNull(sanctions.endedAt)));
}
