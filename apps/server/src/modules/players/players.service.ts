import type { ReplyOutput, ServerState } from '@tribehall/contract';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import type { AfterCommit } from '../agents/agents.service.ts';
import { waitForConnection } from '../agents/reconnection.service.ts';
import { addServerState } from '../journal/journal.service.ts';
import { recordPresence } from '../journal/presence.service.ts';
import { applyState, findPlayable, publishState, readState } from '../servers/servers.service.ts';
import { hasCounts, storeCount, storeGaps } from './counts.service.ts';
import { noteOnlineChange } from './online-changes.service.ts';
import * as store from './players.store.ts';

/** While the game is down or starting, it is unknown who is online. */
const inReach: ReadonlySet<ServerState> = new Set(['up', 'degraded']);

type Online = ReplyOutput<'GET /ark/servers/{id}/players'>;
type SeenPlayer = { id: string; name: string; survivor?: string | undefined };
type KnownPlayer = { playerId: string; name: string; survivor: string | null };

type OnlineChange = {
  joined: SeenPlayer[];
  renamed: SeenPlayer[];
  gone: string[];
};

/** Who is online; nobody while the server is out of reach. */
export async function listOnline(ctx: Ctx, serverId: string): Promise<Online> {
  if (!(await isInReach(ctx, serverId))) return [];
  return (await store.findOnline(ctx.db, serverId)).map(toOnline);
}

function toOnline({ playerId, name, shownSurvivor, joinedAt }: store.ShownRow): Online[number] {
  return { id: playerId, name, survivor: shownSurvivor, joinedAt };
}

/** Refuses with a reason if the player is not online. */
export async function requireOnline(ctx: Ctx, serverId: string, playerId: string): Promise<void> {
  const { state } = await readConnectedState(ctx, serverId);
  if (state === 'offline') throw new AppError('SERVER_OFFLINE');
  if (!inReach.has(state)) throw new AppError('SERVER_OFFLINE', "The game server isn't responding.");
  if (!(await store.findOnlinePlayer(ctx.db, serverId, playerId))) throw new AppError('PLAYER_OFFLINE');
}

/** The state of the server, once its agent is connected again if it lost its connection just now. */
async function readConnectedState(ctx: Ctx, serverId: string): Promise<{ state: ServerState }> {
  const now = await readState(ctx, serverId);
  if (now.state !== 'offline' || (await waitForConnection(ctx, serverId)) === undefined) return now;
  return readState(ctx, serverId);
}

export async function isOnline(ctx: Ctx, serverId: string, playerId: string): Promise<boolean> {
  if (!(await isInReach(ctx, serverId))) return false;
  return (await store.findOnlinePlayer(ctx.db, serverId, playerId)) !== undefined;
}

/** Who they are on the server now, as far as the agent said last. */
export async function findOnlinePlayer(ctx: Ctx, serverId: string, playerId: string) {
  return store.findOnlinePlayer(ctx.db, serverId, playerId);
}

/** The player's name when last seen; undefined if unknown. */
export async function findName(ctx: Ctx, serverId: string, playerId: string): Promise<string | undefined> {
  return store.findKnownName(ctx.db, serverId, playerId);
}

/** Stores who is online, in the event's transaction. */
export async function applyOnline(
  ctx: Ctx,
  serverId: string,
  event: { at: Date; data: AgentEventData<'players.online'> },
): Promise<AfterCommit | undefined> {
  const before = await store.findOnline(ctx.db, serverId);
  const { joined, renamed, gone } = compareOnline(before, event.data.players);
  const rows = [...joined, ...renamed].map((player) => ({ ...toSeen(player), serverId, joinedAt: event.at }));
  await recordPresence(ctx, serverId, {
    at: event.at,
    joined: joined.map(toSeen),
    renamed: renamed.map(toSeen),
    gone,
  });
  await store.deleteOnline(ctx.db, serverId, gone);
  await store.updateLastSeen(ctx.db, serverId, gone, event.at);
  await store.putOnline(ctx.db, rows);
  await applyCount(ctx, serverId, { at: event.at, count: before.length + joined.length - gone.length });
  await publishOnline(ctx, serverId, { isSame: rows.length === 0 && gone.length === 0 });
  if (joined.length === 0) return undefined;
  const playerIds = joined.map((player) => player.id);
  return async (ctx) => {
    for (const notify of ctx.state.players.onJoined) await notify(ctx, serverId, playerIds);
  };
}

function toSeen({ id, name, survivor }: SeenPlayer): KnownPlayer {
  return { playerId: id, name, survivor: survivor ?? null };
}

/** Servers apply their state; who counts as online depends on it. */
export async function applyServerState(
  ctx: Ctx,
  serverId: string,
  event: { at: Date; data: AgentEventData<'server.state'> },
): Promise<void> {
  if (!(await applyState(ctx, serverId, event))) return;
  await addServerState(ctx, serverId, event.at, inReach.has(event.data.state) ? 'up' : 'down');
  await refreshOnline(ctx, serverId, event.at);
}

/**
 * After the game went up or down: publishes who is online, and stores a gap in the counts, which continue from when the
 * game server reported the change.
 */
async function refreshOnline(ctx: Ctx, serverId: string, reportedAt: Date): Promise<void> {
  await storeGaps(ctx, { at: reportedAt, serverIds: [serverId] });
  if (await isInReach(ctx, serverId)) await resumeCount(ctx, serverId, reportedAt);
  await publishOnline(ctx, serverId);
}

/** The same after agents have connected or disconnected, in as many queries as for one. */
export async function refreshConnections(ctx: Ctx, serverIds: string[]): Promise<void> {
  if (serverIds.length === 0) return;
  await storeGaps(ctx, { at: ctx.clock(), serverIds });
  await publishOnlineOf(ctx, serverIds);
}

/** The same for every server that went offline silently. */
export async function refreshLost(ctx: Ctx): Promise<void> {
  await publishOnlineOf(ctx, await storeGaps(ctx, { at: ctx.clock() }));
}

/** Updates when online players were last seen; at intervals, which is precise enough. */
export async function updateLastSeen(ctx: Ctx, everyMs: number): Promise<void> {
  const now = ctx.clock();
  await store.updateAllLastSeen(ctx.db, now, new Date(now.getTime() - everyMs / 2));
}

async function applyCount(ctx: Ctx, serverId: string, point: { at: Date; count: number }): Promise<void> {
  await storeCount(ctx, serverId, point);
  if (await store.setPlayerCount(ctx.db, serverId, point.count)) await publishState(ctx, serverId);
}

/** The players reported last are still online, or the server reports again. Without any report there is no count. */
async function resumeCount(ctx: Ctx, serverId: string, at: Date): Promise<void> {
  if (!(await hasCounts(ctx, serverId, at))) return;
  const { length: count } = await store.findOnline(ctx.db, serverId);
  await applyCount(ctx, serverId, { at, count });
}

/** Publishes who is online, and unless that is the same as before, that it has changed somewhere. */
export async function publishOnline(ctx: Ctx, serverId: string, { isSame = false } = {}): Promise<void> {
  if (!isSame) noteOnlineChange(ctx);
  try {
    publishLive(ctx, 'players.online', 'changed', await listOnline(ctx, serverId), serverId);
  } catch (error) {
    const isRemoved = error instanceof AppError && error.code === 'NOT_FOUND';
    if (!isRemoved) throw error;
  }
}

async function publishOnlineOf(ctx: Ctx, serverIds: string[]): Promise<void> {
  if (serverIds.length === 0) return;
  noteOnlineChange(ctx);
  const playable = await findPlayable(ctx, serverIds);
  const rows = playable.length === 0 ? [] : await store.findOnlineOf(ctx.db, playable);
  const online = new Map<string, Online>(serverIds.map((id) => [id, []]));
  for (const row of rows) online.get(row.serverId)?.push(toOnline(row));
  for (const [serverId, players] of online) publishLive(ctx, 'players.online', 'changed', players, serverId);
}

async function isInReach(ctx: Ctx, serverId: string): Promise<boolean> {
  return inReach.has((await readState(ctx, serverId)).state);
}

/** Compares who was online with who is now. A survivor's name stays until a new one is reported. */
export function compareOnline(before: readonly KnownPlayer[], now: readonly SeenPlayer[]): OnlineChange {
  const known = new Map(before.map((player) => [player.playerId, player]));
  const seen = new Map(now.map((player) => [player.id, player]));
  const joined: SeenPlayer[] = [];
  const renamed: SeenPlayer[] = [];
  for (const player of seen.values()) {
    const old = known.get(player.id);
    const survivor = player.survivor ?? old?.survivor ?? undefined;
    if (!old) joined.push(player);
    else if (old.name !== player.name || (old.survivor ?? undefined) !== survivor)
      renamed.push({ ...player, survivor });
  }
  return { joined, renamed, gone: [...known.keys()].filter((id) => !seen.has(id)) };
}
