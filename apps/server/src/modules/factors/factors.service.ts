import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { refuseUnconfirmed } from '../sessions/confirmation.service.ts';
import { endSessionsOf, type Caller } from '../sessions/sessions.service.ts';
import { publishMe } from '../users/users.service.ts';
import { toBase32 } from './totp.ts';
import * as store from './factors.store.ts';

const codes = 10;
const codeBytes = 10;

type Change = { action: string; details?: Record<string, unknown>; text: string };

export async function listFactors(ctx: Ctx, userId: string): Promise<ReplyOutput<'GET /users/me/factors'>> {
  const totp = await store.findTotp(ctx.db, userId);
  return {
    totp: totp?.confirmedAt ? { createdAt: totp.confirmedAt } : null,
    passkeys: await store.findPasskeys(ctx.db, userId),
    recoveryCodes: await store.countRecoveryCodes(ctx.db, userId),
    isRequired: await store.isRequired(ctx.db, userId),
  };
}

/** Everyone knows the passwords of demo accounts: a second factor would lock all others out. */
export function refuseChange(ctx: Ctx, caller: Caller): void {
  if (caller.isDemo) throw new AppError('FORBIDDEN', "Demo accounts can't have a second factor. Register your own.");
  refuseUnconfirmed(ctx, caller);
}

/** Changes the factors of an account in a transaction, one change after the other. */
export async function changeFactors<T>(ctx: Ctx, userId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await store.lockUser(ctx.db, userId))) throw new AppError('NOT_FOUND', 'There is no such user.');
    return work(ctx);
  });
}

/** Recovery codes with the first factor; null where there are some. */
export async function addRecoveryCodes(ctx: Ctx, userId: string): Promise<string[] | null> {
  return (await store.countRecoveryCodes(ctx.db, userId)) > 0 ? null : createRecoveryCodes(ctx, userId);
}

/** After a factor was removed: a role may need one, and recovery codes for no factor are of no use. */
export async function checkRemoval(ctx: Ctx, userId: string): Promise<void> {
  if ((await store.countFactors(ctx.db, userId)) > 0) return;
  if (await store.isRequired(ctx.db, userId))
    throw new AppError('CONFLICT', 'Your role needs two-step login. Add another factor before you remove this one.');
  await store.replaceRecoveryCodes(ctx.db, userId, []);
}

/** Records a change of someone's factors, notifies them, and lets every portal know. */
export async function completeChange(
  ctx: Ctx,
  actor: Actor,
  user: { userId: string; username: string },
  { action, details, text }: Change,
): Promise<void> {
  await record(ctx, actor, { action, target: user.username, outcome: 'done', ...(details && { details }) });
  const notice = { kind: 'account.security', key: `factors ${randomUUID()}`, text, path: '/account' } as const;
  await notify(ctx, [user.userId], notice);
  await publishMe(ctx, user.userId);
}

export async function replaceRecoveryCodes(ctx: Ctx, caller: Caller): Promise<string[]> {
  refuseChange(ctx, caller);
  return changeFactors(ctx, caller.userId, async (ctx) => {
    if ((await store.countFactors(ctx.db, caller.userId)) === 0)
      throw new AppError('CONFLICT', 'Set up an authenticator app or a passkey first.');
    const created = await createRecoveryCodes(ctx, caller.userId);
    await completeChange(ctx, caller, caller, {
      action: 'factors.recoveryCodes',
      text: 'Your recovery codes were replaced',
    });
    return created;
  });
}

/** Uses up a recovery code. */
export async function consumeRecoveryCode(ctx: Ctx, actor: Actor & { userId: string }, code: string): Promise<boolean> {
  if (!(await store.takeRecoveryCode(ctx.db, actor.userId, hash(code)))) return false;
  const remaining = await store.countRecoveryCodes(ctx.db, actor.userId);
  await completeChange(ctx, actor, actor, {
    action: 'factors.recoveryCode',
    details: { remaining },
    text: `A recovery code was used to log in; ${remaining} remain`,
  });
  return true;
}

/** For someone who has lost them: removes all factors and ends all sessions. */
export async function resetFactors(ctx: Ctx, actor: Actor, userId: string): Promise<void> {
  // Their own they remove on the account page, which asks for the password.
  if (actor.userId === userId)
    throw new AppError('FORBIDDEN', 'Turn off your own two-step login on your account page.');
  await inTransaction(ctx, async (ctx) => {
    const user = await store.lockUser(ctx.db, userId);
    if (!user) throw new AppError('NOT_FOUND', 'There is no such user.');
    const removed = await store.deleteFactorsOf(ctx.db, userId);
    await endSessionsOf(ctx, userId);
    await completeChange(
      ctx,
      actor,
      { userId, username: user.username },
      { action: 'factors.reset', details: { removed }, text: 'Your two-step login was reset' },
    );
  });
}

async function createRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const created = Array.from({ length: codes }, () => toBase32(randomBytes(codeBytes)));
  await store.replaceRecoveryCodes(ctx.db, userId, created.map(hash));
  return created.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
}

/** 80 random bits: a fast hash is enough. */
function hash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
