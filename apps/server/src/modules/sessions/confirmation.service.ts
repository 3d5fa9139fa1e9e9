import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from './sessions.service.ts';

const confirmedForMs = 15 * 60 * 1000;
/** Clocks differ between portals, and are corrected at times. */
const clockToleranceMs = 60_000;

/** Until when the password is not asked for again; null if it is needed now. */
export function confirmedUntil(ctx: Ctx, caller: Pick<Caller, 'confirmedAt'>): Date | null {
  const sinceMs = ctx.clock().getTime() - caller.confirmedAt.getTime();
  const isConfirmed = sinceMs >= -clockToleranceMs && sinceMs < confirmedForMs;
  return isConfirmed ? new Date(caller.confirmedAt.getTime() + confirmedForMs) : null;
}

/** An unattended screen is not enough: the user has to know the password, or have the second factor. API tokens have neither. */
export function refuseUnconfirmed(ctx: Ctx, caller: Pick<Caller, 'confirmedAt' | 'token'>): void {
  if (caller.token) throw new AppError('LOGIN_NEEDED');
  if (!confirmedUntil(ctx, caller)) throw new AppError('CONFIRMATION_NEEDED');
}
