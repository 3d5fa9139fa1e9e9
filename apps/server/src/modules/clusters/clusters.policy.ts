import { isAdmin, roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import type { Caller } from '../sessions/sessions.service.ts';

/** Whoever plays on a server of that cluster, portal Admins, and the bot for those it speaks for. */
export async function isClusterPlayer(_ctx: Ctx, caller: Caller, _clusterId: string): Promise<boolean> {
  return Promise.resolve(isAdmin(caller.roles) || caller.roles.includes(roles.DiscordBot));
}
