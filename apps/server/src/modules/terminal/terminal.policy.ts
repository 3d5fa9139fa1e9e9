import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { refuseUnconfirmed } from '../sessions/confirmation.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';

export function isTerminalOn(ctx: Ctx): boolean {
  return ctx.config.TRIBEHALL_TERMINAL === 'on';
}

/** An unattended screen is not enough: the user has to know the password. */
export function refuseTerminal(ctx: Ctx, caller: Caller): void {
  if (!isTerminalOn(ctx))
    throw new AppError('FORBIDDEN', 'The terminal is turned off on this portal (TRIBEHALL_TERMINAL).');
  refuseUnconfirmed(ctx, caller);
}
