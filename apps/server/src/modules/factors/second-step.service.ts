import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import * as attempts from '../sessions/attempts.service.ts';
import { consumeTicket, expiredLogin, findTicket } from '../sessions/login-tickets.service.ts';
import { confirmSession, type Caller, type Peer } from '../sessions/sessions.service.ts';
import { deviceAccount, findAnyDevice, findDevice } from '../users/known-devices.service.ts';
import { giveBackStepAttempt, takeStepAttempt, type StepAttempt } from '../users/login-limits.service.ts';
import { confirm, finishLogin } from '../users/login.service.ts';
import { findUser, me } from '../users/users.service.ts';
import { consumeRecoveryCode } from './factors.service.ts';
import { loginOptions, recordUse, verifyUse } from './passkeys.service.ts';
import { consumeTotpCode } from './totp.service.ts';

type Session = ReplyOutput<'POST /users/login'>;

/** Where a step comes from. `cookies`: those that the browser sent; one may name a device that is known to the account. */
type From = { peer: Peer; cookies: string | undefined };

/** A code of the authenticator app, or a recovery code. */
export async function loginWithCode(
  ctx: Ctx,
  { ticket, code }: PartOutput<'POST /users/login/factor', 'body'>,
  from: From,
): Promise<Session> {
  const { peer } = from;
  const { userId, attempt } = await startStep(ctx, ticket, from);
  // Over the limit even the right code is refused.
  await attempts.takeAttempt(ctx, 'factor-ticket', ticket);
  await attempts.takeAttempt(ctx, 'factor-account', userId);
  const session = await finishLogin(ctx, peer, async (ctx) => {
    await consumeTicket(ctx, ticket);
    const way = await consumeCode(ctx, userId, code, peer.address);
    if (way) return { userId, way };
    // Rolls back: the ticket is good for another attempt.
    ctx.log.info({ address: peer.address }, 'The second step of a login failed');
    throw fieldError('INVALID_CODE', 'code', 'This code is wrong or was already used.');
  });
  await giveBackStepAttempt(ctx, attempt);
  await attempts.forgetAttempts(ctx, 'factor-account', userId);
  return session;
}

/** With a ticket as the second step, else as a login of its own. */
export async function passkeyOptions(
  ctx: Ctx,
  ticket: string | undefined,
  from: From,
  origin: string,
): Promise<ReplyOutput<'POST /users/login/passkey/options'>> {
  const { userId } = await startStep(ctx, ticket, from);
  return loginOptions(ctx, userId, origin);
}

export async function loginWithPasskey(
  ctx: Ctx,
  { ticket, credential }: PartOutput<'POST /users/login/passkey', 'body'>,
  from: From,
  origin: string,
): Promise<Session> {
  const { userId, attempt } = await startStep(ctx, ticket, from);
  const passkey = await verifyUse(ctx, userId, credential, origin);
  const session = await finishLogin(ctx, from.peer, async (ctx) => {
    if (ticket !== undefined) await consumeTicket(ctx, ticket);
    await recordUse(ctx, passkey);
    const way = ticket === undefined ? 'passkey' : 'passkey as second step';
    return { userId: passkey.userId, way, passkeyId: passkey.id };
  });
  await giveBackStepAttempt(ctx, attempt);
  // The attempt for the options.
  await giveBackStepAttempt(ctx, attempt);
  return session;
}

/** The password, or a code of the authenticator app. */
export async function confirmAgain(
  ctx: Ctx,
  caller: Caller,
  { password, code }: PartOutput<'POST /users/me/confirm', 'body'>,
): Promise<void> {
  if (code === undefined) return confirm(ctx, caller, password ?? '');
  await attempts.takeAttempt(ctx, 'factor-account', caller.userId);
  const isRight = await inTransaction(ctx, async (ctx) => {
    const isRight = await consumeTotpCode(ctx, caller.userId, digitsOf(code));
    if (isRight) await confirmSession(ctx, caller.sessionId);
    const outcome = isRight ? 'done' : 'wrong code';
    await record(ctx, caller, { action: 'users.confirm', target: caller.username, outcome });
    return isRight;
  });
  if (!isRight) throw fieldError('INVALID_CODE', 'code', 'This code is wrong or was already used.');
  await attempts.forgetAttempts(ctx, 'factor-account', caller.userId);
}

type Started<UserId> = { userId: UserId; attempt: StepAttempt };

/** Counts the attempt, also one with a wrong ticket. The user is undefined without a ticket. */
async function startStep(ctx: Ctx, ticket: string, from: From): Promise<Started<string>>;
async function startStep(ctx: Ctx, ticket: string | undefined, from: From): Promise<Started<string | undefined>>;
async function startStep(
  ctx: Ctx,
  ticket: string | undefined,
  { peer, cookies }: From,
): Promise<Started<string | undefined>> {
  if (ticket === undefined) {
    const attempt = { peer, device: findAnyDevice(ctx, cookies) };
    await takeStepAttempt(ctx, attempt);
    return { userId: undefined, attempt };
  }
  const userId = await findTicket(ctx, ticket);
  const user = userId === undefined ? undefined : await findUser(ctx, userId);
  const attempt = { peer, device: user && findDevice(ctx, deviceAccount(user), cookies) };
  await takeStepAttempt(ctx, attempt);
  if (!user) throw expiredLogin();
  return { userId: user.id, attempt };
}

/** Consumes the code and returns what it is; undefined if it is wrong. */
async function consumeCode(ctx: Ctx, userId: string, given: string, address: string) {
  const code = digitsOf(given);
  if (/^\d{6}$/.test(code)) return (await consumeTotpCode(ctx, userId, code)) ? 'authenticator app' : undefined;
  const { username } = await me(ctx, userId);
  const isRight = await consumeRecoveryCode(ctx, { userId, username, address }, code);
  return isRight ? 'recovery code' : undefined;
}

/** Without the spaces and dashes that make codes easier to read. */
function digitsOf(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}
