import { playerFlags, type PlayerFlag, type PartOutput, type ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as store from './flags.store.ts';

type Flags = ReplyOutput<'PUT /ark/players/{playerId}/flags'>['flags'];
type FlagChange = PartOutput<'PUT /ark/players/{playerId}/flags', 'body'>;

/** The live topic has all of them in one message. */
const maxWatched = 1000;

/** The player's name when last seen; refuses players whom no server has seen. */
export async function requireName(ctx: Ctx, playerId: string): Promise<string> {
  const name = await store.findPlayerName(ctx.db, playerId);
  if (name === undefined) throw new AppError('NOT_FOUND', 'There is no such player.');
  return name === '' ? playerId : name;
}

export async function readFlags(ctx: Ctx, playerId: string): Promise<Flags> {
  return (await store.findFlags(ctx.db, playerId)).map(({ flag, setBy, setAt }) => ({ flag, setBy, setAt }));
}

export async function listWatched(ctx: Ctx): Promise<string[]> {
  return store.findWatched(ctx.db);
}

/** Flags that are not named stay, so that two Admins who each set one do not clear the other's. */
export async function setFlags(
  ctx: Ctx,
  caller: Caller,
  playerId: string,
  change: FlagChange,
): Promise<{ flags: Flags }> {
  const target = await requireName(ctx, playerId);
  return inTransaction(ctx, async (ctx) => {
    const by = { setBy: caller.username, setAt: ctx.clock() };
    const set = await store.insertFlags(
      ctx.db,
      flagsOf(change, true).map((flag) => ({ playerId, flag, ...by })),
    );
    const cleared = await store.deleteFlags(ctx.db, playerId, flagsOf(change, false));
    if (set.length + cleared.length > 0) {
      const details = { playerId, set, cleared };
      await record(ctx, caller, { action: 'players.flags', target, outcome: 'done', details });
    }
    if ([...set, ...cleared].includes('watch')) await publishWatched(ctx);
    return { flags: await readFlags(ctx, playerId) };
  });
}

function flagsOf(change: FlagChange, isSet: boolean): PlayerFlag[] {
  return playerFlags.filter((flag) => change[flag] === isSet);
}

async function publishWatched(ctx: Ctx): Promise<void> {
  const watched = await listWatched(ctx);
  if (watched.length > maxWatched)
    throw new AppError('CONFLICT', `${maxWatched} players are watched already. Stop watching some first.`);
  publishLive(ctx, 'players.watched', 'changed', watched);
}

/** Tells Admins which of these players are watched, once for each play session. */
export async function announceJoined(ctx: Ctx, serverId: string, playerIds: string[]): Promise<void> {
  try {
    const { announced } = ctx.state.notes;
    for (const visit of await store.findWatchedVisits(ctx.db, serverId, playerIds)) {
      // A batch of reports can have the same player twice: only the last visit is not over.
      const key = `${serverId} ${visit.playerId}`;
      if (announced.get(key) === visit.sessionId) continue;
      announced.set(key, visit.sessionId);
      const { playerId, name, at } = visit;
      const server = { id: serverId, name: visit.server };
      publishLive(ctx, 'players.watched', 'joined', { playerId, name, server, at });
      await notifyAdmins(ctx, visit);
    }
  } catch (err) {
    ctx.log.warn({ err, serverId }, 'That watched players have joined could not be announced');
  }
}

/** Not those whose own character it is. */
async function notifyAdmins(ctx: Ctx, { sessionId, playerId, name, server }: store.Visit): Promise<void> {
  await notify(ctx, await store.findAdminsExcept(ctx.db, playerId), {
    kind: 'player.joined',
    key: `visit ${sessionId}`,
    text: `${name === '' ? playerId : name}, who is watched, joined ${server}`,
    path: `/arkbot/players/${encodeURIComponent(playerId)}`,
  });
}
