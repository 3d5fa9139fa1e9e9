import { randomUUID } from 'node:crypto';
import { isOwner } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { demoElsewhere, mayUse, type Peer } from '../sessions/sessions.service.ts';
import { placeholderPrefix } from './users.store.ts';

/** Not a valid address, so nobody can register it. */
export const machineEmail = 'bot';

/** Demo accounts have a public password; the bot's account belongs to no person. */
export function mayLogIn(ctx: Ctx, user: { isDemo: boolean; email: string }): boolean {
  return user.email !== machineEmail && (!user.isDemo || ctx.config.isWorldOn);
}

/** With the right password it is safe to say why the login is refused; the demo's passwords are public. */
export function refuseDemoElsewhere(ctx: Ctx, user: { isDemo: boolean }, peer: Peer): void {
  if (!mayUse(ctx, user, peer) || (user.isDemo && peer.isOfAnotherUser === true))
    throw new AppError(
      'INVALID_CREDENTIALS',
      `${demoElsewhere} For a portal that others reach, set TRIBEHALL_WORLD=off.`,
    );
}

/** The bot's account cannot be changed. */
export function refuseMachine(user: { email: string } | undefined): void {
  if (user?.email === machineEmail) throw new AppError('FORBIDDEN', 'This account belongs to the bot.');
}

/** With the right password it is safe to say that the account is disabled. */
export function refuseDisabled(user: { disabledAt: Date | null }): void {
  if (user.disabledAt) throw new AppError('ACCOUNT_DISABLED');
}

/** With the right password it is safe to say that the account waits. */
export function refuseWaiting(user: { waitingSince: Date | null }): void {
  if (user.waitingSince) throw new AppError('APPROVAL_PENDING');
}

/** Not a valid address, so nobody can register it. Random, because the account may be linked to another one later. */
export function placeholderEmail(): string {
  return `${placeholderPrefix}${randomUUID()}`;
}

/** The address to show; empty if there is none. */
export function shownEmail(email: string): string {
  return email.startsWith(placeholderPrefix) ? '' : email;
}

/** A portal without an Owner who can log in could be taken over by a stranger. */
export function refuseLastOwner(owners: readonly string[], userId: string, nextRoles: readonly number[]): void {
  if (owners.length === 1 && owners[0] === userId && !isOwner(nextRoles)) throw new AppError('LAST_OWNER');
}
