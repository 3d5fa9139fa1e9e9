import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { publicUrl } from '../../config.ts';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import * as attempts from '../sessions/attempts.service.ts';
import { refuseUnconfirmed } from '../sessions/confirmation.service.ts';
import { endSessionsOf, endSomeOf, listSessions, type Caller } from '../sessions/sessions.service.ts';
import { revokeAllOf } from '../tokens/tokens.service.ts';
import { isPassword } from '../users/passwords.service.ts';
import { changeProfile, findUser, remove } from '../users/users.service.ts';
import { sendEmail } from './emails.service.ts';

export async function listOwnSessions(ctx: Ctx, caller: Caller): Promise<ReplyOutput<'GET /users/me/sessions'>> {
  const sessions = await listSessions(ctx, caller.userId);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId }));
}

export async function endOwnSession(ctx: Ctx, caller: Caller, sessionId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const ended = await endSomeOf(ctx, caller.userId, { only: sessionId });
    if (ended === 0) throw new AppError('NOT_FOUND', 'This session has already ended.');
    await recordEnd(ctx, caller, ended);
  });
}

export async function endOwnSessions(
  ctx: Ctx,
  caller: Caller,
  { which, tokens }: PartOutput<'DELETE /users/me/sessions', 'query'>,
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    if (tokens === 'revoke') await revokeAllOf(ctx, caller);
    const ended =
      which === 'all'
        ? await endSessionsOf(ctx, caller.userId)
        : await endSomeOf(ctx, caller.userId, { except: caller.sessionId });
    await recordEnd(ctx, caller, ended);
    return ended;
  });
}

async function recordEnd(ctx: Ctx, caller: Caller, ended: number): Promise<void> {
  await record(ctx, caller, { action: 'sessions.end', target: caller.username, outcome: 'done', details: { ended } });
}

/** A change of the address is reported to the earlier one. */
export async function changeOwnProfile(
  ctx: Ctx,
  caller: Caller,
  given: PartOutput<'PUT /users/me', 'body'>,
): Promise<ReplyOutput<'PUT /users/me'>> {
  refuseUnconfirmed(ctx, caller);
  const before = await findUser(ctx, caller.userId);
  if (!before) throw new AppError('INVALID_TOKEN');
  const user = await changeProfile(ctx, caller, before, given);
  if (user.email !== before.email && !before.isDemo)
    sendEmail(ctx, {
      to: before.email,
      subject: 'Your email address was changed',
      text:
        `The email address of your account on ${publicUrl(ctx.config, ctx.config.PORT)} was changed. ` +
        'If it was not you, ask an Admin of the portal for help right away.',
    });
  return user;
}

/** Needs the name, and the password; of an account that has none, a recent login. */
export async function removeOwnAccount(
  ctx: Ctx,
  caller: Caller,
  { username, password }: PartOutput<'DELETE /users/me', 'body'>,
): Promise<void> {
  if (username !== caller.username) throw fieldError('BAD_REQUEST', 'username', 'This is not your username.');
  await attempts.takeAttempt(ctx, 'password-account', caller.userId);
  const user = await findUser(ctx, caller.userId);
  if (user?.passwordHash === null) refuseUnconfirmed(ctx, caller);
  else if (!(await isPassword(ctx, password ?? '', user?.passwordHash)))
    throw fieldError('BAD_REQUEST', 'password', 'This is not your password.');
  await attempts.forgetAttempts(ctx, 'password-account', caller.userId);
  await remove(ctx, caller, caller.userId);
}
