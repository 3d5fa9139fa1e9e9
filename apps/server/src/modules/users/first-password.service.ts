import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { takeAttempt } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { hashPassword, refuseWeak } from './passwords.service.ts';
import { shownEmail } from './users.policy.ts';
import { publishMe } from './users.service.ts';
import * as store from './users.store.ts';

const loggedInWithinMs = 15 * 60 * 1000;

/**
 * The first password of an account that was created with Discord, and the email address that goes with it. There is no
 * current password to ask for, so the login has to be recent.
 */
export async function setFirstPassword(
  ctx: Ctx,
  caller: Caller,
  given: PartOutput<'PUT /users/me/password', 'body'>,
): Promise<ReplyOutput<'PUT /users/me/password'>> {
  await takeAttempt(ctx, 'password-account', caller.userId);
  const user = await store.findById(ctx.db, caller.userId);
  if (!user || user.passwordHash !== null) throw hasOne();
  if (ctx.clock().getTime() - caller.confirmedAt.getTime() > loggedInWithinMs)
    throw new AppError('CONFIRMATION_NEEDED', 'Log out and log in with Discord again, then set your password.');
  const email = (shownEmail(user.email) || given.email)?.toLowerCase();
  if (email === undefined) throw fieldError('BAD_REQUEST', 'email', 'Enter an email address to log in with.');
  await refuseWeak(ctx, 'newPassword', given.newPassword, { email, username: user.username });
  const passwordHash = await hashPassword(ctx, given.newPassword);
  try {
    return await inTransaction(ctx, async (ctx) => {
      if (!(await store.setFirstPassword(ctx.db, user.id, { email, passwordHash }))) throw hasOne();
      const details = { isFirst: true };
      await record(ctx, caller, { action: 'users.password', target: user.username, outcome: 'done', details });
      return publishMe(ctx, user.id);
    });
  } catch (error) {
    throw violatedIndex(error) === 'users_email' ? fieldError('EMAIL_TAKEN', 'email') : error;
  }
}

function hasOne(): AppError {
  return new AppError('CONFLICT', 'This account already has a password.');
}
