import { isOwner } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { demoElsewhere, mayUse, type Peer } from '../sessions/sessions.service.ts';

/** No address: nobody can register it. */
export const machineEmail = 'bot';

/** Demo accounts have a password everyone knows; the bot's account is no person's. */
export function mayLogIn(ctx: Ctx, user: { isDemo: boolean; email: string }): boolean {
  return user.email !== machineEmail && (!user.isDemo || ctx.config.isWorldOn);
}

/** Where a password is right, one may know why it is of no use; everybody knows those of the demo. */
export function refuseDemoElsewhere(ctx: Ctx, user: { isDemo: boolean }, peer: Peer): void {
  if (!mayUse(ctx, user, peer))
    throw new AppError('FORBIDDEN', `${demoElsewhere} For a portal that others reach, set TRIBEHALL_WORLD=off.`);
}

/** The bot's account stays as it is for as long as there is a bot. */
export function refuseMachine(user: { email: string } | undefined): void {
  if (user?.email === machineEmail) throw new AppError('FORBIDDEN', 'This account belongs to the bot.');
}

/** Where a password is right, one may know that the account is closed. */
export function refuseDisabled(user: { disabledAt: Date | null }): void {
  if (user.disabledAt) throw new AppError('ACCOUNT_DISABLED');
}

/** A portal without an Owner who can log in could be set up by a stranger. */
export function keepAnOwner(owners: readonly string[], userId: string, nextRoles: readonly number[]): void {
  if (owners.length === 1 && owners[0] === userId && !isOwner(nextRoles)) throw new AppError('LAST_OWNER');
}
