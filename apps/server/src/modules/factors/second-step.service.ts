import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { networkOf } from '../../platform/network-of.ts';
import { record } from '../audit/audit.service.ts';
import * as attempts from '../sessions/attempts.service.ts';
import { consumeTicket, findTicket } from '../sessions/login-tickets.service.ts';
import { confirmSession, type Caller, type Peer } from '../sessions/sessions.service.ts';
import { confirm, finishLogin } from '../users/login.service.ts';
import { me } from '../users/users.service.ts';
import { consumeRecoveryCode } from './factors.service.ts';
import { loginOptions, recordUse, verifyUse } from './passkeys.service.ts';
import { consumeTotpCode } from './totp.service.ts';

type Session = ReplyOutput<'POST /users/login'>;

/** A code of the authenticator app, or a recovery code. */
export async function loginWithCode(
  ctx: Ctx,
  { ticket, code }: PartOutput<'POST /users/login/factor', 'body'>,
  peer: Peer,
): Promise<Session> {
  const userId = await startStep(ctx, ticket, peer);
  // Over the limit even the right code is refused.
  await attempts.takeAttempt(ctx, 'factor-ticket', ticket);
  await attempts.takeAttempt(ctx, 'factor-account', userId);
  const session = await inTransaction(ctx, async (ctx) => {
    await consumeTicket(ctx, ticket);
    if (await consumeCode(ctx, userId, code, peer.address)) return finishLogin(ctx, userId, peer);
    // Rolls back: the ticket is good for another attempt.
    ctx.log.info({ address: peer.address }, 'The second step of a login failed');
    throw fieldError('INVALID_CODE', 'code', 'This code is wrong or was already used.');
  });
  await attempts.forgetAttempts(ctx, 'factor-account', userId);
  return session;
}

/** With a ticket as the second step, else as a login of its own. */
export async function passkeyOptions(
  ctx: Ctx,
  ticket: string | undefined,
  peer: Peer,
  origin: string,
): Promise<ReplyOutput<'POST /users/login/passkey/options'>> {
  return loginOptions(ctx, await startStep(ctx, ticket, peer), origin);
}

export async function loginWithPasskey(
  ctx: Ctx,
  { ticket, credential }: PartOutput<'POST /users/login/passkey', 'body'>,
  peer: Peer,
  origin: string,
): Promise<Session> {
  const passkey = await verifyUse(ctx, await startStep(ctx, ticket, peer), credential, origin);
  const session = await inTransaction(ctx, async (ctx) => {
    if (ticket !== undefined) await consumeTicket(ctx, ticket);
    await recordUse(ctx, passkey);
    return finishLogin(ctx, passkey.userId, peer);
  });
  // The attempt for the options.
  await attempts.giveBackAttempt(ctx, 'login-network', networkOf(peer.address));
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

async function startStep<Ticket extends string | undefined>(
  ctx: Ctx,
  ticket: Ticket,
  peer: Peer,
): Promise<Ticket extends string ? string : string | undefined>;
async function startStep(ctx: Ctx, ticket: string | undefined, peer: Peer): Promise<string | undefined> {
  await attempts.takeAttempt(ctx, 'login-network', networkOf(peer.address));
  return ticket === undefined ? undefined : findTicket(ctx, ticket);
}

async function consumeCode(ctx: Ctx, userId: string, given: string, address: string): Promise<boolean> {
  const code = digitsOf(given);
  if (/^\d{6}$/.test(code)) return consumeTotpCode(ctx, userId, code);
  const { username } = await me(ctx, userId);
  return consumeRecoveryCode(ctx, { userId, username, address }, code);
}

/** Without the spaces and dashes that make codes easier to read. */
function digitsOf(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}
