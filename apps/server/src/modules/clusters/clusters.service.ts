import { isAdmin, roles, type ReplyOutput, type topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import type { Subject } from '../sessions/rights.service.ts';
import * as store from './clusters.store.ts';

export type ClusterStateNow = z.output<(typeof topics)['clusters.state']['snapshot']>;
type Cluster = ReplyOutput<'GET /ark/clusters/{id}'>;
type ClusterServer = ClusterStateNow['servers'][number];

export async function list(ctx: Ctx): Promise<Cluster[]> {
  const clusters = new Map<string, Cluster>();
  for (const { id, name, server } of await store.findAll(ctx.db)) {
    const cluster = clusters.get(id) ?? { id, name, servers: [] };
    if (server) cluster.servers.push(server);
    clusters.set(id, cluster);
  }
  return [...clusters.values()];
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

/** Publishes the state of a cluster that still exists. */
export async function publishState(ctx: Ctx, clusterId: string): Promise<void> {
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
    },
  ];
}
