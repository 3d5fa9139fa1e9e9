import { isAdmin, roles, type ReplyOutput, type topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import type { TextSearch } from '../../db/text-search.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import { onClusterChange } from '../servers/cluster-changes.service.ts';
import { foldName } from '../servers/servers.service.ts';
import type { Subject } from '../sessions/rights.service.ts';
import * as store from './clusters.store.ts';

export type ClusterStateNow = z.output<(typeof topics)['clusters.state']['snapshot']>;
type Cluster = ReplyOutput<'GET /ark/clusters/{id}'>;
type ClusterServer = ClusterStateNow['servers'][number];

/** A message holds the whole state, so of many changes only the last one is worth sending. */
const publishEveryMs = 200;

export async function list(ctx: Ctx): Promise<Cluster[]> {
  const clusters = new Map<string, Cluster>();
  for (const { id, name, server } of await store.findAll(ctx.db)) {
    const cluster = clusters.get(id) ?? { id, name, servers: [] };
    if (server) cluster.servers.push(server);
    clusters.set(id, cluster);
  }
  return [...clusters.values()];
}

/** Clusters whose name matches; all users see all clusters. */
export async function searchClusters(
  ctx: Ctx,
  { text, trigrams }: TextSearch,
  limit: number,
): Promise<ReplyOutput<'GET /search'>['clusters']> {
  return store.searchClusters(ctx.db, { text: foldName(text), trigrams }, limit);
}

/** Players and admins of a server in the cluster, portal Admins, and the bot on behalf of people. */
export async function isClusterPlayer(ctx: Ctx, caller: Subject, clusterId: string): Promise<boolean> {
  const membership = await store.findMembership(ctx.db, caller.userId, clusterId);
  if (!membership) throw new AppError('NOT_FOUND', 'There is no such cluster.');
  return membership.isPlayer || isAdmin(caller.roles) || caller.roles.includes(roles.DiscordBot);
}

/** The cluster, or NOT_FOUND. */
export async function requireCluster(ctx: Ctx, clusterId: string): Promise<{ id: string; name: string }> {
  const cluster = await store.findCluster(ctx.db, clusterId);
  if (!cluster) throw new AppError('NOT_FOUND', 'There is no such cluster.');
  return cluster;
}

export async function readCluster(ctx: Ctx, clusterId: string): Promise<Cluster> {
  const { id, name, servers } = await readClusterState(ctx, clusterId);
  return { id, name, servers: servers.map((server) => ({ id: server.id, name: server.name })) };
}

export async function readClusterState(ctx: Ctx, clusterId: string): Promise<ClusterStateNow> {
  const state = await findState(ctx, clusterId);
  if (!state) throw new AppError('NOT_FOUND', 'There is no such cluster.');
  return state;
}

export async function listPlayers(ctx: Ctx, clusterId: string): Promise<ReplyOutput<'GET /ark/clusters/{id}/players'>> {
  await requireCluster(ctx, clusterId);
  return store.findPlayers(ctx.db, clusterId);
}

/** Publishes the state of changed clusters, throttled. Returns a function that stops it. */
export function startPublishing(ctx: Ctx): () => void {
  const timers = new Map<string, NodeJS.Timeout>();
  const publishing = new Set<string>();
  const schedule = (clusterId: string) => {
    if (!timers.has(clusterId))
      timers.set(clusterId, setTimeout(() => void publish(clusterId), publishEveryMs).unref());
  };
  const publish = async (clusterId: string) => {
    timers.delete(clusterId);
    // Two at once could arrive in the wrong order and leave the older state on the screens.
    if (publishing.has(clusterId)) return schedule(clusterId);
    publishing.add(clusterId);
    try {
      await publishState(ctx, clusterId);
    } catch (err) {
      ctx.log.warn({ err, clusterId }, "A cluster's state could not be read");
    } finally {
      publishing.delete(clusterId);
    }
  };
  const unsubscribe = onClusterChange(ctx, schedule);
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** Publishes the state of a cluster that still exists. */
async function publishState(ctx: Ctx, clusterId: string): Promise<void> {
  const state = await findState(ctx, clusterId);
  if (state) publishLive(ctx, 'clusters.state', 'changed', state, clusterId);
}

async function findState(ctx: Ctx, clusterId: string): Promise<ClusterStateNow | undefined> {
  const rows = await store.findState(ctx.db, clusterId);
  const [first] = rows;
  return first && { id: first.id, name: first.name, servers: rows.flatMap(toServer) };
}

function toServer({ server, isConnected }: store.ClusterStateRow): ClusterServer[] {
  if (!server) return [];
  const isRunning = isConnected && (server.state === 'up' || server.state === 'degraded');
  return [
    {
      id: server.id,
      name: server.name,
      isConnected,
      state: isConnected ? server.state : 'offline',
      stateReason: isConnected ? server.stateReason : null,
      map: server.map,
      playerCount: isRunning ? server.playerCount : null,
      maxPlayers: server.maxPlayers,
    },
  ];
}
