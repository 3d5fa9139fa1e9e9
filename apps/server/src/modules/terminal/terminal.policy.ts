import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { refuseUnconfirmed } from '../sessions/confirmation.service.ts';
import { findProgram } from '../../platform/programs/find-program.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { commandUser } from './run-environment.ts';

export function isTerminalOn(ctx: Ctx): boolean {
  return ctx.config.TRIBEHALL_TERMINAL === 'on';
}

export function refuseTerminal(ctx: Ctx, caller: Caller): void {
  if (!isTerminalOn(ctx))
    throw new AppError('FORBIDDEN', 'The terminal is turned off on this portal (TRIBEHALL_TERMINAL).');
  refuseUnconfirmed(ctx, caller);
  if (commandUser(ctx).ids && !findProgram('setpriv'))
    throw new AppError(
      'FORBIDDEN',
      'The portal runs as root, and setpriv (util-linux) is not installed to run commands as another user. Start the portal as another user, or set TERMINAL_AS_ROOT.',
    );
}

export function isRecordingOn(ctx: Ctx): boolean {
  return ctx.config.TERMINAL_RECORDING === 'on';
}

export function refuseRecordings(ctx: Ctx): void {
  if (!isRecordingOn(ctx))
    throw new AppError('NOT_FOUND', 'Commands are not recorded on this portal (TERMINAL_RECORDING).');
}
