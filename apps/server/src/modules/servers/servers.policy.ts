import { isAdmin, roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { RightCheck, Subject } from '../sessions/rights.service.ts';
import { findStanding, type Standing } from './servers.store.ts';

/** Portal Admins, whoever proved control of that server, and whoever plays an admin there. */
export async function isServerAdmin(ctx: Ctx, caller: Subject, serverId: string): Promise<boolean> {
  const standing = await requireStanding(ctx, caller, serverId);
  return isAdmin(caller.roles) || isAdminThere(standing);
}

/** Whoever plays on that server or is its admin, portal Admins, and the bot for those it speaks for. */
export async function isServerPlayer(ctx: Ctx, caller: Subject, serverId: string): Promise<boolean> {
  const standing = await requireStanding(ctx, caller, serverId);
  if (isAdmin(caller.roles) || caller.roles.includes(roles.DiscordBot)) return true;
  return standing.playerId !== null || isAdminThere(standing);
}

export function isAdminThere(standing: Standing): boolean {
  return standing.isServerAdmin || standing.isPlayerAdmin === true;
}

/**
 * What ties a caller to a server, for the one thing that must not be open to free accounts: asking for control of it.
 * A star does not count; anyone may set one.
 */
export async function requireTie(ctx: Ctx, caller: Subject, serverId: string): Promise<string> {
  const { playerId, isServerAdmin } = await requireStanding(ctx, caller, serverId);
  if (isAdmin(caller.roles) || isServerAdmin) return `user:${caller.userId}`;
  if (playerId !== null) return `player:${playerId}`;
  throw new AppError('FORBIDDEN', 'Link your character on this server first, or ask an Admin of this portal.');
}

/** Everyone logged in sees every server, so that an unknown one may be said to be unknown. */
async function requireStanding(ctx: Ctx, caller: Subject, serverId: string): Promise<Standing> {
  const standing = await findStanding(ctx.db, caller.userId, serverId);
  if (!standing) throw new AppError('NOT_FOUND', 'There is no such server.');
  return standing;
}

export const serverRights = {
  serverPlayer: (ctx, subject, params) => isServerPlayer(ctx, subject, params['id'] ?? ''),
  serverAdmin: (ctx, subject, params) => isServerAdmin(ctx, subject, params['id'] ?? ''),
} satisfies Record<string, RightCheck>;
