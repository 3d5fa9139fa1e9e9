import { isOwner } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** Whether the Ski Bap pages are open: membership of the configured guild, as far as it is known for sure. */
export function isGuildMember(ctx: Ctx, guilds: readonly string[] | undefined): boolean {
  return ctx.config.GUILD_ID !== undefined && guilds?.includes(ctx.config.GUILD_ID) === true;
}

/** Demo accounts have a password everyone knows. */
export function mayLogIn(ctx: Ctx, user: { isDemo: boolean }): boolean {
  return !user.isDemo || ctx.config.isWorldOn;
}

/** A portal without an Owner could be set up by a stranger. */
export function keepAnOwner(owners: readonly string[], userId: string, nextRoles: readonly number[]): void {
  if (owners.length === 1 && owners[0] === userId && !isOwner(nextRoles)) throw new AppError('LAST_OWNER');
}
