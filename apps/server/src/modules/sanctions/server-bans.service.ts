import { randomUUID } from 'node:crypto';
import type { CommandResult, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { carryOut, type Player } from '../players/actions.service.ts';
import type { PlayerTarget } from '../players/instigator.service.ts';
import { readPowers } from '../moderators/moderators.service.ts';
import { noteChange } from '../player-lists/player-lists.service.ts';
import { findName, findOnlinePlayer } from '../players/players.service.ts';
import { isHistoryOpen, readMembership } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishChanges } from './enforcement.service.ts';
import * as enforcement from './enforcement.store.ts';
import { requireChange, requirePower } from './sanctions.policy.ts';
import { readTarget } from './reach.service.ts';
import * as store from './sanctions.store.ts';

type Receipt = CommandResult<'players.ban'>;
type Bans = ReplyOutput<'GET /ark/servers/{id}/bans'>;
type KnownPlayer = ReplyOutput<'GET /ark/servers/{id}/players/{playerId}'>;

const listLimit = 1000;

/** Bans a player on one server until the ban is lifted. Fails if the game cannot be reached. */
export async function ban(ctx: Ctx, caller: Caller, target: PlayerTarget): Promise<Receipt> {
  const reach = await readTarget(ctx, { type: 'server', serverId: target.serverId });
  await requirePower(ctx, caller, { kind: 'ban', target: reach, minutes: null });
  const given = { command: 'players.ban', params: { playerId: target.playerId } } as const;
  return carryOut(ctx, caller, target, given, (ctx, player, { outcome }) => storeBan(ctx, caller, player, outcome));
}

async function storeBan(ctx: Ctx, caller: Caller, player: Player, state: Receipt['outcome']): Promise<void> {
  const { serverId, playerId, name } = player;
  const target = await readTarget(ctx, { type: 'server', serverId });
  const at = ctx.clock();
  const row = {
    id: randomUUID(),
    kind: 'ban',
    playerId,
    name,
    ...target,
    reason: '',
    note: '',
    evidence: [],
    source: 'portal',
    by: caller.username,
    byUserId: caller.userId,
    createdAt: at,
  } as const;
  const changed = await inTransaction(ctx, async (ctx) => {
    await store.lockImports(ctx.db);
    const known = await store.findActiveOn(ctx.db, 'ban', serverId, [playerId]);
    if (known.length > 0) return known.map(({ id }) => id);
    await store.insertSanctions(ctx.db, [row]);
    await enforcement.insertRows(ctx.db, [{ sanctionId: row.id, serverId, playerId, state, at }]);
    await noteChange(ctx, { serverId, list: 'bans' });
    return [row.id];
  });
  publishChanges(ctx, changed);
}

/** Lifts the bans of this server alone; one that also holds elsewhere has to be lifted itself. */
export async function unban(ctx: Ctx, caller: Caller, target: PlayerTarget, reason = ''): Promise<Receipt> {
  const { serverId, playerId } = target;
  const active = await store.findActiveOn(ctx.db, 'ban', serverId, [playerId]);
  const wider = active.find(({ reach }) => reach !== 'server');
  if (wider) {
    const where = wider.reach === 'all' ? 'all servers' : `the cluster ${wider.reachName}`;
    throw new AppError('CONFLICT', `This player is banned on ${where}. Lift that ban instead.`);
  }
  for (const row of active) await requireChange(ctx, caller, row);
  const details = reason === '' ? {} : { reason };
  const given = { command: 'players.unban', params: { playerId }, details } as const;
  return carryOut(ctx, caller, target, given, (ctx) => storeUnban(ctx, caller, target, reason));
}

async function storeUnban(
  ctx: Ctx,
  caller: Caller,
  { serverId, playerId }: PlayerTarget,
  liftReason: string,
): Promise<void> {
  const lifted = await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock();
    const active = await store.findActiveOn(ctx.db, 'ban', serverId, [playerId]);
    const own = active.filter(({ reach }) => reach === 'server');
    for (const { id } of own) {
      await store.updateSanction(ctx.db, id, { endedAt: now, liftedBy: caller.username, liftReason });
      await enforcement.putState(ctx.db, { sanctionId: id, serverId, state: 'lifted', at: now });
    }
    await noteChange(ctx, { serverId, list: 'bans' });
    return own.map(({ id }) => id);
  });
  publishChanges(ctx, lifted);
}

/** The newest matching bans; a search finds older ones. */
export async function listBans(ctx: Ctx, serverId: string, search: string): Promise<Bans> {
  const filter = { kind: 'ban', state: 'active', serverId, search } as const;
  const rows = await store.findNewest(ctx.db, filter, listLimit);
  const total = rows.length < listLimit ? rows.length : await store.countMatches(ctx.db, filter, 'all');
  const bans = rows.map(({ id, playerId, name, by, createdAt, reason, endsAt, reach }) => ({
    playerId,
    name,
    bannedBy: by,
    bannedAt: createdAt,
    sanctionId: id,
    reason,
    endsAt,
    reach,
  }));
  return { bans, total };
}

/**
 * A player as last seen on the server. Only its admins, and moderators who may ban, see that someone is banned, and the
 * name stored with the ban. Others see the names of those who are online, their own, and all if the history is open to them.
 */
export async function readPlayer(ctx: Ctx, caller: Caller, serverId: string, playerId: string): Promise<KnownPlayer> {
  const { playerId: ownId } = await readMembership(ctx, caller, serverId);
  const powers = await readPowers(ctx, caller, { type: 'server', serverId });
  const [ban] = powers.has('ban') ? await store.findActiveOn(ctx.db, 'ban', serverId, [playerId]) : [];
  const online = await findOnlinePlayer(ctx, serverId, playerId);
  const isNameVisible =
    powers.has('history') ||
    ban !== undefined ||
    online !== undefined ||
    ownId === playerId ||
    (await isHistoryOpen(ctx, serverId));
  return {
    id: playerId,
    name: isNameVisible ? ((await findName(ctx, serverId, playerId)) ?? ban?.name ?? null) : null,
    survivor: online?.survivor ?? null,
    ban: ban ? { bannedBy: ban.by, bannedAt: ban.createdAt } : null,
  };
}

/** The bans of a player on each of these servers. */
export async function readBansOn(ctx: Ctx, playerId: string, serverIds: readonly string[]) {
  return store.findBansOn(ctx.db, playerId, serverIds);
}
