import { isOwner } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** Demo accounts have a password everyone knows. */
export function mayLogIn(ctx: Ctx, user: { isDemo: boolean }): boolean {
  return !user.isDemo || ctx.config.isWorldOn;
}

/** A portal without an Owner could be set up by a stranger. */
export function keepAnOwner(owners: readonly string[], userId: string, nextRoles: readonly number[]): void {
  if (owners.length === 1 && owners[0] === userId && !isOwner(nextRoles)) throw new AppError('LAST_OWNER');
}
