import { randomBytes } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishGone } from '../events/events.service.ts';
import { foldName, publishState } from '../servers/servers.service.ts';
import { publishClusterChange } from '../servers/cluster-changes.service.ts';
import { readCluster, requireCluster } from './clusters.service.ts';
import * as store from './clusters.store.ts';

type Cluster = ReplyOutput<'POST /ark/clusters'>;

const notInCluster = 'This server is not in this cluster.';

export async function create(ctx: Ctx, actor: Actor, name: string): Promise<Cluster> {
  const id = randomBytes(9).toString('base64url');
  return inTransaction(ctx, async (ctx) => {
    const row = { id, name, nameKey: foldName(name), createdAt: ctx.clock() };
    await refuseTakenName(() => store.insertCluster(ctx.db, row));
    await record(ctx, actor, { action: 'clusters.create', target: name, outcome: 'done', details: { clusterId: id } });
    return { id, name, servers: [] };
  });
}

export async function rename(ctx: Ctx, actor: Actor, clusterId: string, name: string): Promise<Cluster> {
  return inTransaction(ctx, async (ctx) => {
    const old = found(await store.lockCluster(ctx.db, clusterId, 'update'));
    await refuseTakenName(() => store.renameCluster(ctx.db, clusterId, { name, nameKey: foldName(name) }));
    const details = { clusterId, from: old.name };
    await record(ctx, actor, { action: 'clusters.rename', target: name, outcome: 'done', details });
    const cluster = await readCluster(ctx, clusterId);
    const serverIds = cluster.servers.map((server) => server.id);
    await publishAll(ctx, [clusterId], serverIds);
    return cluster;
  });
}

/** Its servers stay, without a cluster. */
export async function remove(ctx: Ctx, actor: Actor, clusterId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await store.lockAssignments(ctx.db);
    const serverIds = await store.lockServersOf(ctx.db, clusterId);
    const { name } = found(await store.lockCluster(ctx.db, clusterId, 'update'));
    await store.setClusterOf(ctx.db, serverIds, null);
    await store.deleteCluster(ctx.db, clusterId);
    const details = { clusterId, serverIds };
    await record(ctx, actor, { action: 'clusters.remove', target: name, outcome: 'done', details });
    await publishAll(ctx, [], serverIds);
    publishGone(ctx, 'clusters.state', clusterId);
  });
}

/**
 * Moves a server into the cluster; a server is in one cluster at most. `fromClusterId`: the cluster it must be in now, null
 * for none; undefined: any.
 */
export async function addServer(
  ctx: Ctx,
  actor: Actor,
  clusterId: string,
  serverId: string,
  fromClusterId?: string | null,
): Promise<Cluster> {
  return inTransaction(ctx, async (ctx) => {
    await store.lockAssignments(ctx.db);
    const server = await store.lockServer(ctx.db, serverId);
    const cluster = found(await store.lockCluster(ctx.db, clusterId, 'key share'));
    if (!server) throw fieldError('NOT_FOUND', 'serverId', 'There is no such server.');
    if (server.clusterId === clusterId) return readCluster(ctx, clusterId);
    if (fromClusterId !== undefined && fromClusterId !== server.clusterId)
      throw new AppError('CONFLICT', await whereNow(ctx, server));
    await store.setClusterOf(ctx.db, [serverId], clusterId);
    const details = { clusterId, serverId, server: server.name, fromClusterId: server.clusterId };
    await record(ctx, actor, { action: 'clusters.addServer', target: cluster.name, outcome: 'done', details });
    await publishAll(ctx, server.clusterId === null ? [clusterId] : [clusterId, server.clusterId], [serverId]);
    return readCluster(ctx, clusterId);
  });
}

export async function removeServer(ctx: Ctx, actor: Actor, clusterId: string, serverId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await store.lockAssignments(ctx.db);
    const server = await store.lockServer(ctx.db, serverId);
    const cluster = found(await store.lockCluster(ctx.db, clusterId, 'key share'));
    if (server?.clusterId !== clusterId)
      throw new AppError('NOT_FOUND', server?.clusterId ? await whereNow(ctx, server) : notInCluster);
    await store.setClusterOf(ctx.db, [serverId], null);
    const details = { clusterId, serverId, server: server.name };
    await record(ctx, actor, { action: 'clusters.removeServer', target: cluster.name, outcome: 'done', details });
    await publishAll(ctx, [clusterId], [serverId]);
  });
}

/** Explains that a server is no longer where the caller believes it to be. */
async function whereNow(ctx: Ctx, { name, clusterId }: store.AssignedServer): Promise<string> {
  if (clusterId === null) return `${name} has been removed from its cluster in the meantime.`;
  const cluster = await requireCluster(ctx, clusterId);
  return `${name} has been moved to ${cluster.name} in the meantime.`;
}

async function publishAll(ctx: Ctx, clusterIds: string[], serverIds: string[]): Promise<void> {
  for (const id of clusterIds) publishClusterChange(ctx, id);
  for (const id of serverIds) await publishState(ctx, id);
}

function found(row: store.ClusterRow | undefined): store.ClusterRow {
  if (!row) throw new AppError('NOT_FOUND', 'There is no such cluster.');
  return row;
}

async function refuseTakenName(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw violatedIndex(error) === 'clusters_name' ? fieldError('NAME_TAKEN', 'clusterName') : error;
  }
}
