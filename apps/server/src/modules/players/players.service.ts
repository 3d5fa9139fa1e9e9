import type { ReplyOutput, ServerState } from '@tribehall/contract';
import type { AgentEventData } from '@tribehall/contract/agent/agent.contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import type { AfterCommit } from '../links/links.service.ts';
import { applyState, publishState, readState } from '../servers/servers.service.ts';
import { hasCounts, keepCount, noteGaps } from './counts.service.ts';
import { compareOnline } from './online-change.ts';
import * as store from './players.store.ts';

/** While the game is down or starting, nobody can tell who is there. */
const inReach: ReadonlySet<ServerState> = new Set(['up', 'degraded']);

type Online = ReplyOutput<'GET /ark/servers/{id}/players'>;

/** Who is online; nobody where the server is out of reach, whoever was there before. */
export async function listOnline(ctx: Ctx, serverId: string): Promise<Online> {
  if (!(await isInReach(ctx, serverId))) return [];
  const rows = await store.findOnline(ctx.db, serverId);
  return rows.map(({ playerId, name, shownSurvivor, joinedAt }) => ({
    id: playerId,
    name,
    survivor: shownSurvivor,
    joinedAt,
  }));
}

/** Refuses to go on without the player, and says what is missing. */
export async function requireOnline(ctx: Ctx, serverId: string, playerId: string): Promise<void> {
  const { state } = await readState(ctx, serverId);
  if (state === 'offline') throw new AppError('SERVER_OFFLINE');
  if (!inReach.has(state)) throw new AppError('SERVER_OFFLINE', 'The game server does not answer.');
  if (!(await store.findOnlinePlayer(ctx.db, serverId, playerId))) throw new AppError('PLAYER_OFFLINE');
}

export async function isOnline(ctx: Ctx, serverId: string, playerId: string): Promise<boolean> {
  if (!(await isInReach(ctx, serverId))) return false;
  return (await store.findOnlinePlayer(ctx.db, serverId, playerId)) !== undefined;
}

/** The name a player has or had when last seen; undefined where none is known. */
export async function findName(ctx: Ctx, serverId: string, playerId: string): Promise<string | undefined> {
  return store.findKnownName(ctx.db, serverId, playerId);
}

/** Takes in who is online, inside the transaction of the event. */
export async function applyOnline(
  ctx: Ctx,
  serverId: string,
  event: { at: Date; data: AgentEventData<'players.online'> },
): Promise<AfterCommit | undefined> {
  const before = await store.findOnline(ctx.db, serverId);
  const { joined, renamed, left } = compareOnline(before, event.data.players);
  const rows = [...joined, ...renamed].map(({ id, name, survivor }) => ({
    serverId,
    playerId: id,
    name,
    survivor: survivor ?? null,
    joinedAt: event.at,
  }));
  await store.deleteOnline(ctx.db, serverId, left);
  await store.noteSeen(ctx.db, serverId, left, event.at);
  await store.putOnline(ctx.db, rows);
  await applyCount(ctx, serverId, { at: event.at, count: before.length + joined.length - left.length });
  await publishOnline(ctx, serverId);
  if (joined.length === 0) return undefined;
  const playerIds = joined.map((player) => player.id);
  return async (ctx) => {
    for (const notify of ctx.state.players.onJoined) await notify(ctx, serverId, playerIds);
  };
}

/** Servers apply their state; who counts as online depends on it. */
export async function applyServerState(
  ctx: Ctx,
  serverId: string,
  event: { at: Date; data: AgentEventData<'server.state'> },
): Promise<void> {
  if (await applyState(ctx, serverId, event)) await refreshOnline(ctx, serverId, event.at);
}

/**
 * The link or the game came or went: tells the readers who is online now, and notes a gap in the counts. `saidAt`: when
 * the game server itself said so; it counts its players on from there.
 */
export async function refreshOnline(ctx: Ctx, serverId: string, saidAt?: Date): Promise<void> {
  await noteGaps(ctx, { at: saidAt ?? ctx.clock(), serverId });
  if (saidAt && (await isInReach(ctx, serverId))) await resumeCount(ctx, serverId, saidAt);
  await publishOnline(ctx, serverId);
}

/** After connections have ended: one is looked at alone, many in one sweep. */
export async function refreshClosed(ctx: Ctx, [first, ...others]: string[]): Promise<void> {
  if (first === undefined) return;
  await (others.length === 0 ? refreshOnline(ctx, first) : refreshLost(ctx));
}

/** Does so for every server that went without a word. */
export async function refreshLost(ctx: Ctx): Promise<void> {
  for (const serverId of await noteGaps(ctx, { at: ctx.clock() })) await publishOnline(ctx, serverId);
}

/** Nobody writes down each look at who is there: often enough is enough to know when somebody was last seen. */
export async function noteOnline(ctx: Ctx, everyMs: number): Promise<void> {
  const now = ctx.clock();
  await store.noteAllOnline(ctx.db, now, new Date(now.getTime() - everyMs / 2));
}

async function applyCount(ctx: Ctx, serverId: string, point: { at: Date; count: number }): Promise<void> {
  await keepCount(ctx, serverId, point);
  if (await store.setPlayerCount(ctx.db, serverId, point.count)) await publishState(ctx, serverId);
}

/** Who was told last is still there, or the server tells anew. One that has told nothing yet has no count. */
async function resumeCount(ctx: Ctx, serverId: string, at: Date): Promise<void> {
  if (!(await hasCounts(ctx, serverId, at))) return;
  const { length: count } = await store.findOnline(ctx.db, serverId);
  await applyCount(ctx, serverId, { at, count });
}

/** Tells every reader who is online. */
export async function publishOnline(ctx: Ctx, serverId: string): Promise<void> {
  try {
    publishLive(ctx, 'players.online', 'changed', await listOnline(ctx, serverId), serverId);
  } catch (error) {
    const isRemoved = error instanceof AppError && error.code === 'NOT_FOUND';
    if (!isRemoved) throw error;
  }
}

async function isInReach(ctx: Ctx, serverId: string): Promise<boolean> {
  return inReach.has((await readState(ctx, serverId)).state);
}
