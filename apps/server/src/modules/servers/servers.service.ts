import { isAdmin, type ReplyOutput, type topics } from '@tribehall/contract';
import { sentCapabilities, type AgentEventData } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';
import { inTransaction, type Ctx } from '../../context.ts';
import type { TextSearch } from '../../db/text-search.ts';
import { AppError } from '../../errors.ts';
import type { Unsubscribe } from '../../platform/bus/bus.ts';
import { CachedJson } from '../../platform/json/cached-json.ts';
import { publishLive } from '../events/events.service.ts';
import { sendCommand } from '../agents/agents.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishMe } from '../users/users.service.ts';
import { publishClusterChange } from './cluster-changes.service.ts';
import { isAdminThere } from './servers.policy.ts';
import * as store from './servers.store.ts';

const listSubject = 'servers.listed';

export type ServerStateNow = z.output<(typeof topics)['servers.state']['snapshot']>;

/** No two names differ by case or width alone. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

type Listed = ReplyOutput<'GET /ark/servers'>;

/** Servers whose name contains the text, sorted by name. All users see the same list, which stays in memory. */
export function list(
  ctx: Ctx,
  nameFilter: string | undefined,
): CachedJson<Listed> | Promise<CachedJson<Listed> | Listed> {
  if (nameFilter) return store.findListed(ctx.db, foldName(nameFilter));
  const { listed } = ctx.state.servers;
  const read = async (earlier: CachedJson<Listed> | undefined) =>
    new CachedJson(await store.findListed(ctx.db, undefined), { isStorable: true, earlier });
  return listed.get('') ?? listed.read('', read);
}

/** The list of servers has changed. In a transaction, after the commit. */
export function publishListChange(ctx: Ctx): void {
  ctx.bus.publish(listSubject, null, listSubject);
}

/** Drops the list when it changes, on any portal. */
export function followList(ctx: Ctx): Unsubscribe {
  const { listed } = ctx.state.servers;
  const stops = [ctx.bus.follow(listSubject, () => listed.drop()), ctx.bus.onGap(() => listed.drop())];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Servers whose name matches; all users see all servers. */
export async function searchServers(
  ctx: Ctx,
  caller: Caller,
  { text, trigrams }: TextSearch,
  limit: number,
): Promise<ReplyOutput<'GET /search'>['servers']> {
  const rows = await store.searchServers(ctx.db, { text: foldName(text), trigrams }, limit);
  if (isAdmin(caller.roles)) return rows.map((row) => ({ ...row, isAdmin: true }));
  const memberships = rows.length === 0 ? [] : await readMemberships(ctx, caller);
  const isAdminOf = (id: string) => memberships.some((one) => one.serverId === id && one.isAdmin);
  return rows.map((row) => ({ ...row, isAdmin: isAdminOf(row.id) }));
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

/** Single-flight: any user may ping, and concurrent requests cost the game only one. */
export async function ping(ctx: Ctx, serverId: string): Promise<Ping> {
  const { pings } = ctx.state.servers;
  await requireServer(ctx, serverId);
  const pending =
    pings.get(serverId) ?? sendCommand(ctx, serverId, 'server.ping', {}).finally(() => pings.delete(serverId));
  pings.set(serverId, pending);
  return pending;
}

/** Adds a server to the user's favorites, or removes it. */
export async function toggleFavorite(
  ctx: Ctx,
  userId: string,
  serverId: string,
): Promise<ReplyOutput<'POST /ark/servers/{id}/favorite'>> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await store.lockServerKey(ctx.db, serverId))) throw new AppError('NOT_FOUND', 'There is no such server.');
    if (!(await store.deleteFavorite(ctx.db, userId, serverId))) await store.putFavorite(ctx.db, userId, serverId);
    return { favoriteServers: (await publishMe(ctx, userId)).ark.favoriteServers };
  });
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

/** Whether members may see the history of the server's players. */
export async function isHistoryOpen(ctx: Ctx, serverId: string): Promise<boolean> {
  return store.isHistoryOpen(ctx.db, serverId);
}

/** Publishes the state of the server to its readers and to those of its cluster. */
export async function publishState(ctx: Ctx, serverId: string): Promise<void> {
  publishStates(ctx, await store.findStates(ctx.db, [serverId]));
}

export function publishStates(ctx: Ctx, rows: readonly store.StateRow[]): void {
  publishListChange(ctx);
  for (const row of rows) {
    publishLive(ctx, 'servers.state', 'changed', toState(row), row.id);
    if (row.cluster) publishClusterChange(ctx, row.cluster.id);
  }
}

/** Which of these servers people can play on: the agent is connected, and the game is up. */
export async function findPlayable(ctx: Ctx, serverIds: string[]): Promise<string[]> {
  return store.findPlayable(ctx.db, serverIds);
}

/** Whether the server's agent is connected, to any portal process. */
export function isConnected(ctx: Ctx, serverId: string): Promise<boolean> {
  return store.findConnected(ctx.db, serverId);
}

/** Stores the state that the agent reports; returns whether the game went up or down. */
export async function applyState(
  ctx: Ctx,
  serverId: string,
  { at, data }: { at: Date; data: AgentEventData<'server.state'> },
): Promise<boolean> {
  const { state, reason = null, map, version, day } = data;
  const before = await store.findState(ctx.db, serverId);
  const isChanged = before?.state !== state;
  const wasPlayable = before !== undefined && isPlayable(before.state);
  const since = isChanged || before.stateSince === null ? { stateSince: at } : {};
  await store.updateServer(ctx.db, serverId, { state, stateReason: reason, map, version, day, ...since });
  await publishState(ctx, serverId);
  return wasPlayable !== isPlayable(state);
}

/** Whether people can play. */
function isPlayable(state: string): boolean {
  return state === 'up' || state === 'degraded';
}

/** The caller's character on a server, and whether the caller may act as its admin. */
export async function readMembership(
  ctx: Ctx,
  caller: Pick<Caller, 'userId' | 'roles'>,
  serverId: string,
): Promise<{ playerId: string | null; isAdmin: boolean }> {
  const membership = found(await store.findMembership(ctx.db, caller.userId, serverId));
  return { playerId: membership.playerId, isAdmin: isAdmin(caller.roles) || isAdminThere(membership) };
}

/** The same for the servers where the caller has a character or proved control. */
export async function readMemberships(
  ctx: Ctx,
  caller: Pick<Caller, 'userId' | 'roles'>,
): Promise<{ serverId: string; playerId: string | null; isAdmin: boolean }[]> {
  const rows = await store.findMemberships(ctx.db, caller.userId);
  return rows.map((row) => ({
    serverId: row.serverId,
    playerId: row.playerId,
    isAdmin: isAdmin(caller.roles) || isAdminThere(row),
  }));
}

/** The caller's character there; users who proved control of the server play as its admin. */
async function readLinkedPlayer(
  ctx: Ctx,
  userId: string,
  serverId: string,
): Promise<{ playerId: string; isAdmin: boolean } | null> {
  const membership = found(await store.findMembership(ctx.db, userId, serverId));
  return membership.playerId === null ? null : { playerId: membership.playerId, isAdmin: isAdminThere(membership) };
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such server.');
  return row;
}

function toState(row: store.StateRow): ServerStateNow {
  const { agentName, agentVersion, isConnected, ...rest } = row;
  // An older portal may have stored capabilities that no longer exist. The checks are for the server's admins.
  const { checks: _, ...capabilities } = sentCapabilities.safeParse(row.capabilities).data ?? {};
  return {
    ...rest,
    isConnected,
    state: isConnected ? row.state : 'offline',
    stateReason: isConnected ? row.stateReason : null,
    agent: agentName === null ? null : { name: agentName, version: agentVersion ?? '' },
    capabilities: 'can' in capabilities ? capabilities : null,
  };
}
