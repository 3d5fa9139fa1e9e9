import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { readPowers } from '../moderators/moderators.service.ts';
import { isHistoryOpen, readMembership } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as store from './bans.store.ts';
import { findOnlinePlayer } from './players.store.ts';
import { findName } from './players.service.ts';

type Bans = ReplyOutput<'GET /ark/servers/{id}/bans'>;
type KnownPlayer = ReplyOutput<'GET /ark/servers/{id}/players/{playerId}'>;

const listLimit = 1000;

/** The newest matching bans; a search finds older ones. */
export async function listBans(ctx: Ctx, serverId: string, search: string): Promise<Bans> {
  const rows = await store.findBans(ctx.db, serverId, search, listLimit);
  const total = rows.length < listLimit ? rows.length : await store.countBans(ctx.db, serverId, search);
  const bans = rows.map(({ playerId, name, bannedBy, bannedAt }) => ({ playerId, name, bannedBy, bannedAt }));
  return { bans, total };
}

export async function storeBan(ctx: Ctx, ban: store.BanRow): Promise<void> {
  await store.putBan(ctx.db, ban);
}

export async function removeBan(ctx: Ctx, serverId: string, playerId: string): Promise<void> {
  await store.deleteBan(ctx.db, serverId, playerId);
}

/**
 * A player as last seen on the server. Only its admins and moderators who may ban see that
 * someone is banned, and the name stored with the ban. Others
 * see the names of those who are online, their own, and all if the history is open to them.
 */
export async function readPlayer(ctx: Ctx, caller: Caller, serverId: string, playerId: string): Promise<KnownPlayer> {
  const { playerId: ownId } = await readMembership(ctx, caller, serverId);
  const powers = await readPowers(ctx, caller, { type: 'server', serverId });
  const ban = powers.has('ban') ? await store.findBan(ctx.db, serverId, playerId) : undefined;
  const online = await findOnlinePlayer(ctx.db, serverId, playerId);
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
    ban: ban ? { bannedBy: ban.bannedBy, bannedAt: ban.bannedAt } : null,
  };
}
