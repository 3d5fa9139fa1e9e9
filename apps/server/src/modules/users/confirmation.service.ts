import { inTransaction, type Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import * as attempts from '../sessions/attempts.service.ts';
import { confirmSession, type Caller } from '../sessions/sessions.service.ts';
import { isPassword } from './passwords.service.ts';
import * as store from './users.store.ts';

/** The password again, in a session that is open already: for what asks for a recent one. */
export async function confirm(ctx: Ctx, caller: Caller, password: string): Promise<void> {
  await attempts.takeAttempt(ctx, 'login-address', caller.address);
  await attempts.takeAttempt(ctx, 'password-account', caller.userId);
  const user = await store.findById(ctx.db, caller.userId);
  const isRight = await isPassword(ctx, password, user?.passwordHash);
  await inTransaction(ctx, async (ctx) => {
    if (isRight) await confirmSession(ctx, caller.sessionId);
    const outcome = isRight ? 'done' : 'wrong password';
    await record(ctx, caller, { action: 'users.confirm', target: caller.username, outcome });
  });
  if (!isRight) throw fieldError('INVALID_CREDENTIALS', 'password', 'This is not your password.');
  await attempts.forgetAttempts(ctx, 'password-account', caller.userId);
  await attempts.giveBackAttempt(ctx, 'login-address', caller.address);
}
