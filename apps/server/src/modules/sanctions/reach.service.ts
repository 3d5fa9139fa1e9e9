import type { Reach } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { requireCluster } from '../clusters/clusters.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Target } from './sanctions.store.ts';

/** A reach as it is stored, with the name of its server or cluster; throws NOT_FOUND. */
export async function readTarget(ctx: Ctx, reach: Reach): Promise<Target> {
  if (reach.type === 'all') return { reach: 'all', serverId: null, clusterId: null, reachName: 'All servers' };
  if (reach.type === 'cluster') {
    const { id, name } = await requireCluster(ctx, reach.clusterId);
    return { reach: 'cluster', serverId: null, clusterId: id, reachName: name };
  }
  const { id, name } = await requireServer(ctx, reach.serverId);
  return { reach: 'server', serverId: id, clusterId: null, reachName: name };
}
