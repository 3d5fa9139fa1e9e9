import type { Reach } from '@tribehall/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { servers } from '../../db/tables/servers.table.ts';

/** The servers of a reach, those that are up first. */
export async function findServersOf(db: Db, reach: Reach): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: servers.id, name: servers.name })
    .from(servers)
    .where(whereOf(reach))
    .orderBy(sql`${servers.state} <> 'up'`, asc(servers.nameKey));
}

function whereOf(reach: Reach) {
  if (reach.type === 'server') return eq(servers.id, reach.serverId);
  return reach.type === 'cluster' ? eq(servers.clusterId, reach.clusterId) : undefined;
}
