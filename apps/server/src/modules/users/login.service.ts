import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import * as attempts from '../sessions/attempts.service.ts';
import { openTicket } from '../sessions/login-tickets.service.ts';
import { confirmSession, startSession, type Caller, type Peer } from '../sessions/sessions.service.ts';
import { revokeAllOf } from '../tokens/tokens.service.ts';
import { findDevice } from './known-devices.service.ts';
import { forgiveLoginAttempts, takeLoginAttempt } from './login-limits.service.ts';
import { isPassword, refuseWeak } from './passwords.service.ts';
import { mayLogIn, refuseDemoElsewhere, refuseDisabled, refuseWaiting } from './users.policy.ts';
import { me, setPassword } from './users.service.ts';
import * as store from './users.store.ts';

type Session = ReplyOutput<'POST /users/login'>;

/** How somebody has proved who they are; of two steps, the second. */
type LoginWay = 'password' | 'Discord' | 'passkey' | 'passkey as second step' | 'authenticator app' | 'recovery code';

/** `cookies`: those that the browser sent; one may name a device that is known to the account. */
export async function login(
  ctx: Ctx,
  given: PartOutput<'POST /users/login', 'body'>,
  peer: Peer,
  cookies?: string,
): Promise<Session> {
  const { address } = peer;
  const email = given.email.trim().toLowerCase();
  const attempt = { email, peer, device: findDevice(ctx, email, cookies) };
  await takeLoginAttempt(ctx, attempt);
  const user = await store.findByEmail(ctx.db, email);
  const isRight = await isPassword(ctx, given.password, user?.passwordHash);
  if (!user || !isRight || !mayLogIn(ctx, user)) {
    ctx.log.info({ address }, 'A login failed');
    throw new AppError('INVALID_CREDENTIALS');
  }
  await forgiveLoginAttempts(ctx, attempt);
  return completeLogin(ctx, user, peer, 'password');
}

/**
 * The last step of every way to log in, once it is proved who it is. An account with a second factor gets a ticket for
 * the second step instead, in an error: not in a transaction, which would take the ticket back.
 */
export async function completeLogin(
  ctx: Ctx,
  user: store.UserRow,
  peer: Peer,
  way: 'password' | 'Discord',
): Promise<Session> {
  refuseDemoElsewhere(ctx, user, peer);
  refuseDisabled(user);
  refuseWaiting(user);
  const factors = await store.findFactors(ctx.db, user.id);
  if (factors.length === 0) return logSuccess(ctx, await openSession(ctx, user.id, peer), peer, way);
  throw new AppError('SECOND_FACTOR_REQUIRED', undefined, { ticket: await openTicket(ctx, user.id), factors });
}

type Proof = { userId: string; way: Exclude<LoginWay, 'password' | 'Discord'>; passkeyId?: string };

/**
 * After the second step, perhaps with a passkey. `prove` consumes the code or the passkey's use in the transaction of the
 * session. The account may have changed since the first step.
 */
export async function finishLogin(ctx: Ctx, peer: Peer, prove: (ctx: Ctx) => Promise<Proof>): Promise<Session> {
  const { session, way } = await inTransaction(ctx, async (ctx) => {
    const { userId, way, passkeyId } = await prove(ctx);
    const user = await store.findById(ctx.db, userId);
    if (!user || !mayLogIn(ctx, user)) throw new AppError('INVALID_CREDENTIALS');
    refuseDemoElsewhere(ctx, user, peer);
    refuseDisabled(user);
    refuseWaiting(user);
    return { session: await openSession(ctx, user.id, peer, passkeyId), way };
  });
  return logSuccess(ctx, session, peer, way);
}

/** Not in a transaction, which could still be rolled back. */
function logSuccess(ctx: Ctx, session: Session, { address }: Peer, way: LoginWay): Session {
  const { id: userId, username } = session.user;
  ctx.log.info({ userId, username, address, way }, 'A login succeeded');
  return session;
}

/** Asks for the password again in an open session, for actions that need a recent confirmation. */
export async function confirm(ctx: Ctx, caller: Caller, password: string): Promise<void> {
  await attempts.takeAttempt(ctx, 'password-account', caller.userId);
  const user = await store.findById(ctx.db, caller.userId);
  const isRight = await isPassword(ctx, password, user?.passwordHash);
  await inTransaction(ctx, async (ctx) => {
    if (isRight) await confirmSession(ctx, caller.sessionId);
    const outcome = isRight ? 'done' : 'wrong password';
    await record(ctx, caller, { action: 'users.confirm', target: caller.username, outcome });
  });
  if (user?.passwordHash === null) throw new AppError('PASSWORD_NEEDED', 'Set a password on your account page first.');
  if (!isRight) throw fieldError('INVALID_CREDENTIALS', 'password', 'This is not your password.');
  await attempts.forgetAttempts(ctx, 'password-account', caller.userId);
}

/** Ends all sessions of the user, including this one, and returns a new one. */
export async function changePassword(
  ctx: Ctx,
  actor: Actor & { userId: string },
  given: PartOutput<'POST /users/me/password', 'body'>,
  peer: Peer,
): Promise<Session> {
  await attempts.takeAttempt(ctx, 'password-account', actor.userId);
  const user = await store.findById(ctx.db, actor.userId);
  if (!user || !(await isPassword(ctx, given.currentPassword, user.passwordHash)))
    throw fieldError('BAD_REQUEST', 'currentPassword', 'This is not your current password.');
  await refuseWeak(ctx, 'newPassword', given.newPassword, user);
  await attempts.forgetAttempts(ctx, 'password-account', actor.userId);
  if (given.revokeTokens) await revokeAllOf(ctx, actor);
  await setPassword(ctx, actor, user, given.newPassword);
  return openSession(ctx, user.id, peer);
}

/** For a user who has proved who they are in another way than a login. */
export async function openSession(ctx: Ctx, userId: string, peer: Peer, passkeyId?: string): Promise<Session> {
  return { accessToken: await startSession(ctx, userId, peer, passkeyId), user: await me(ctx, userId) };
}
