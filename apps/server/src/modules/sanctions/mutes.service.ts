import type { Ctx } from '../../context.ts';
import type { Job } from '../../module.ts';
import { AppError } from '../../errors.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findPlayersOf } from './players.store.ts';
import * as store from './mutes.store.ts';

const changeSubject = 'sanctions.mutes';
const reload = { everyMs: 30_000, isDelayed: true, failure: 'Mutes could not be read' };

/** Where a message is written: on a server, or to all of a cluster. */
type Place = { serverId: string | null; clusterId: string | null };

/** Has every portal read the mutes again. */
export async function publishMutes(ctx: Ctx): Promise<void> {
  await readMutes(ctx);
  ctx.bus.publish(changeSubject, null, changeSubject);
}

/** Keeps the active mutes in memory: every line of chat is compared with them. */
export function followMutes(ctx: Ctx): Job {
  const read = () => void readMutes(ctx).catch((err: unknown) => ctx.log.warn({ err }, reload.failure));
  const stops = [
    ctx.bus.subscribe(changeSubject, read),
    ctx.bus.onGap(read),
    repeat(ctx.log, reload, () => readMutes(ctx)),
  ];
  return {
    ready: readMutes(ctx),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

async function readMutes(ctx: Ctx): Promise<void> {
  const mutes = new Map<string, store.MuteRow[]>();
  for (const mute of await store.findMutes(ctx.db))
    mutes.set(mute.playerId, [...(mutes.get(mute.playerId) ?? []), mute]);
  ctx.state.sanctions.mutes = mutes;
}

/** Whether what a player writes stays on their own server. */
export function isMuted(ctx: Ctx, playerId: string | null, place: Place): boolean {
  const mutes = playerId === null ? undefined : ctx.state.sanctions.mutes.get(playerId);
  return mutes?.some((mute) => holds(ctx, mute, place)) ?? false;
}

/** Refuses a caller one of whose characters is muted there. */
export async function requireUnmuted(ctx: Ctx, caller: Caller, place: Place): Promise<void> {
  const mutes = [...ctx.state.sanctions.mutes.values()].flat().filter((mute) => holds(ctx, mute, place));
  if (mutes.length === 0) return;
  const own = new Set(await findPlayersOf(ctx.db, caller.userId));
  const mute = mutes.find(({ playerId }) => own.has(playerId));
  if (!mute) return;
  const until = mute.endsAt === null ? '' : ` until ${mute.endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const reason = mute.reason === '' ? '' : ` Reason: ${mute.reason}`;
  throw new AppError('FORBIDDEN', `You are muted in the shared chat${until}.${reason}`);
}

function holds(ctx: Ctx, mute: store.MuteRow, { serverId, clusterId }: Place): boolean {
  if (mute.endsAt !== null && mute.endsAt <= ctx.clock()) return false;
  if (mute.reach === 'all') return true;
  if (mute.reach === 'cluster') return mute.clusterId !== null && mute.clusterId === clusterId;
  if (mute.serverId === null) return false;
  return serverId === null ? mute.serverClusterId === clusterId : mute.serverId === serverId;
}
