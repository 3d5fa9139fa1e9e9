import { isAdmin, type ReplyOutput, type topics } from '@tribehall/contract';
import { saidCapabilities, type Capabilities, type AgentEventData } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import { sendCommand } from '../links/links.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishClusterChange } from './cluster-changes.service.ts';
import { isAdminThere } from './servers.policy.ts';
import * as store from './servers.store.ts';

export type ServerStateNow = z.output<(typeof topics)['servers.state']['snapshot']>;

/** No two names differ by case or width alone. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** All servers whose name holds the text, by name. */
export async function list(ctx: Ctx, nameFilter: string | undefined): Promise<ReplyOutput<'GET /ark/servers'>> {
  return store.findListed(ctx.db, nameFilter && foldName(nameFilter));
}

export async function read(ctx: Ctx, userId: string, serverId: string): Promise<ReplyOutput<'GET /ark/servers/{id}'>> {
  const { id, name } = await requireServer(ctx, serverId);
  return { id, name, linkedPlayer: await readLinkedPlayer(ctx, userId, serverId) };
}

export async function readDetails(
  ctx: Ctx,
  userId: string,
  serverId: string,
): Promise<ReplyOutput<'GET /ark/servers/{id}/details'>> {
  const state = await readState(ctx, serverId);
  return { ...state, linkedPlayer: await readLinkedPlayer(ctx, userId, serverId) };
}

type Ping = ReplyOutput<'POST /ark/servers/{id}/ping'>;

/** Single-flight: everyone may ask, so a crowd that asks at once costs the game one ping. */
export async function ping(ctx: Ctx, serverId: string): Promise<Ping> {
  const { pings } = ctx.state.servers;
  await requireServer(ctx, serverId);
  const pending =
    pings.get(serverId) ?? sendCommand(ctx, serverId, 'server.ping', {}).finally(() => pings.delete(serverId));
  pings.set(serverId, pending);
  return pending;
}

export async function readState(ctx: Ctx, serverId: string): Promise<ServerStateNow> {
  return toState(found(await store.findState(ctx.db, serverId)));
}

/** The server, or NOT_FOUND. */
export async function requireServer(
  ctx: Ctx,
  serverId: string,
): Promise<{ id: string; name: string; clusterId: string | null; game: 'ase' | 'asa' }> {
  return found(await store.findServer(ctx.db, serverId));
}

/** Tells every reader of the server and of its cluster what it is like now. */
export async function publishState(ctx: Ctx, serverId: string): Promise<void> {
  await publishStates(ctx, [serverId]);
}

export async function publishStates(ctx: Ctx, serverIds: string[]): Promise<void> {
  for (const row of await store.findStates(ctx.db, serverIds)) {
    publishLive(ctx, 'servers.state', 'changed', toState(row), row.id);
    if (row.cluster) publishClusterChange(ctx, row.cluster.id);
  }
}

/** Whether anyone's link to the server is up, over all portal processes. */
export function isConnected(ctx: Ctx, serverId: string): Promise<boolean> {
  return store.findConnected(ctx.db, serverId);
}

/** Takes in what the agent says of the game; answers whether the game came or went by it. */
export async function applyState(
  ctx: Ctx,
  serverId: string,
  { at, data }: { at: Date; data: AgentEventData<'server.state'> },
): Promise<boolean> {
  const { state, reason = null, map, version, day } = data;
  const before = await store.findState(ctx.db, serverId);
  const isChanged = before?.state !== state;
  const wasThere = before !== undefined && isPlayed(before.state);
  const since = isChanged || before.stateSince === null ? { stateSince: at } : {};
  await store.updateServer(ctx.db, serverId, { state, stateReason: reason, map, version, day, ...since });
  await publishState(ctx, serverId);
  return wasThere !== isPlayed(state);
}

/** Whether people can be in the game. */
function isPlayed(state: string): boolean {
  return state === 'up' || state === 'degraded';
}

export async function applyCapabilities(
  ctx: Ctx,
  serverId: string,
  { data: capabilities }: { data: Capabilities },
): Promise<void> {
  await store.updateServer(ctx.db, serverId, { capabilities });
  await publishState(ctx, serverId);
}

/** The caller's character on a server, and whether the caller may act as its admin. */
export async function readStanding(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
): Promise<{ playerId: string | null; isAdmin: boolean }> {
  const standing = found(await store.findStanding(ctx.db, caller.userId, serverId));
  return { playerId: standing.playerId, isAdmin: isAdmin(caller.roles) || isAdminThere(standing) };
}

/** The caller's character there; whoever proved control of the server plays as its admin. */
async function readLinkedPlayer(
  ctx: Ctx,
  userId: string,
  serverId: string,
): Promise<{ playerId: string; isAdmin: boolean } | null> {
  const standing = found(await store.findStanding(ctx.db, userId, serverId));
  return standing.playerId === null ? null : { playerId: standing.playerId, isAdmin: isAdminThere(standing) };
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such server.');
  return row;
}

function toState(row: store.StateRow): ServerStateNow {
  const { agentName, agentVersion, capabilities, isConnected, ...rest } = row;
  return {
    ...rest,
    isConnected,
    state: isConnected ? row.state : 'offline',
    stateReason: isConnected ? row.stateReason : null,
    agent: agentName === null ? null : { name: agentName, version: agentVersion ?? '' },
    // What an older portal took down may name what is no longer known.
    capabilities: saidCapabilities.safeParse(capabilities).data ?? null,
  };
}
