import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { readStanding } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import * as store from './bans.store.ts';
import { findOnlinePlayer } from './players.store.ts';
import { findName } from './players.service.ts';

type Bans = ReplyOutput<'GET /ark/servers/{id}/bans'>;
type KnownPlayer = ReplyOutput<'GET /ark/servers/{id}/players/{playerId}'>;

const listed = 1000;

/** The newest bans that match; older ones are found by a search. */
export async function listBans(ctx: Ctx, serverId: string, search: string): Promise<Bans> {
  const rows = await store.findBans(ctx.db, serverId, search, listed);
  const total = rows.length < listed ? rows.length : await store.countBans(ctx.db, serverId, search);
  const bans = rows.map(({ playerId, name, bannedBy, bannedAt }) => ({ playerId, name, bannedBy, bannedAt }));
  return { bans, total };
}

/** A player as last seen here. That someone is banned is for the server's admins, and so is the name in the ban. */
export async function readPlayer(ctx: Ctx, caller: Caller, serverId: string, playerId: string): Promise<KnownPlayer> {
  const { isAdmin } = await readStanding(ctx, caller, serverId);
  const ban = isAdmin ? await store.findBan(ctx.db, serverId, playerId) : undefined;
  const online = await findOnlinePlayer(ctx.db, serverId, playerId);
  return {
    id: playerId,
    name: (await findName(ctx, serverId, playerId)) ?? ban?.name ?? null,
    survivor: online?.survivor ?? null,
    ban: ban ? { bannedBy: ban.bannedBy, bannedAt: ban.bannedAt } : null,
  };
}
