import { isAdmin, roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { findLinkedPlayer } from './servers.store.ts';

/** Portal Admins and whoever plays an admin on that server. */
export async function isServerAdmin(ctx: Ctx, caller: Caller, serverId: string): Promise<boolean> {
  return isAdmin(caller.roles) || (await findLinkedPlayer(ctx.db, caller.userId, serverId))?.isAdmin === true;
}

/** Whoever plays on that server, portal Admins, and the bot for those it speaks for. */
export async function isServerPlayer(ctx: Ctx, caller: Caller, serverId: string): Promise<boolean> {
  if (isAdmin(caller.roles) || caller.roles.includes(roles.DiscordBot)) return true;
  return (await findLinkedPlayer(ctx.db, caller.userId, serverId)) !== undefined;
}
