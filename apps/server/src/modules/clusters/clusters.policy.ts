import { isAdmin, roles } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Subject } from '../sessions/rights.service.ts';
import { findStanding } from './clusters.store.ts';

/** Whoever plays on a server of that cluster or controls one, portal Admins, and the bot for those it speaks for. */
export async function isClusterPlayer(ctx: Ctx, caller: Subject, clusterId: string): Promise<boolean> {
  const standing = await findStanding(ctx.db, caller.userId, clusterId);
  if (!standing) throw new AppError('NOT_FOUND', 'There is no such cluster.');
  return standing.isPlayer || isAdmin(caller.roles) || caller.roles.includes(roles.DiscordBot);
}
