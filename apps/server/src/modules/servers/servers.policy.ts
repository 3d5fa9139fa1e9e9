import { isAdmin, roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { RightCheck, Subject } from '../sessions/rights.service.ts';
import { findMembership, type Membership } from './servers.store.ts';

/** Portal Admins, users who proved control of that server, and users whose character is an admin there. */
export async function isServerAdmin(ctx: Ctx, caller: Subject, serverId: string): Promise<boolean> {
  const membership = await requireMembership(ctx, caller, serverId);
  return isAdmin(caller.roles) || isAdminThere(membership);
}

/** Players and admins of that server, portal Admins, and the bot on behalf of people. */
export async function isServerPlayer(ctx: Ctx, caller: Subject, serverId: string): Promise<boolean> {
  const membership = await requireMembership(ctx, caller, serverId);
  if (isAdmin(caller.roles) || caller.roles.includes(roles.DiscordBot)) return true;
  return membership.playerId !== null || isAdminThere(membership);
}

export function isAdminThere(membership: Membership): boolean {
  return membership.isServerAdmin || membership.isPlayerAdmin === true;
}

/**
 * What ties a caller to a server. Requests for control need it, because anyone can create accounts: a linked character, or
 * being an admin. A favorite does not count; anyone may set one.
 */
export async function requireTie(ctx: Ctx, caller: Subject, serverId: string): Promise<string> {
  const { playerId, isServerAdmin } = await requireMembership(ctx, caller, serverId);
  if (isAdmin(caller.roles) || isServerAdmin) return `user:${caller.userId}`;
  if (playerId !== null) return `player:${playerId}`;
  throw new AppError('FORBIDDEN', 'Link your character on this server first, or ask an Admin of this portal.');
}

/** Every user may see all servers, so it is fine to reveal that one does not exist. */
async function requireMembership(ctx: Ctx, caller: Subject, serverId: string): Promise<Membership> {
  const membership = await findMembership(ctx.db, caller.userId, serverId);
  if (!membership) throw new AppError('NOT_FOUND', 'There is no such server.');
  return membership;
}

export const serverRights = {
  serverPlayer: (ctx, subject, params) => isServerPlayer(ctx, subject, params['id'] ?? ''),
  serverAdmin: (ctx, subject, params) => isServerAdmin(ctx, subject, params['id'] ?? ''),
} satisfies Record<string, RightCheck>;
