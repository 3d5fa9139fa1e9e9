import { randomBytes } from 'node:crypto';
import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readSettings } from '../site/settings.service.ts';
import { me } from '../users/users.service.ts';
import { addRecoveryCodes, changeFactors, checkRemoval, completeChange, refuseChange } from './factors.service.ts';
import * as store from './factors.store.ts';
import { findStep, toBase32 } from './totp.ts';

const purpose = 'totp-secrets';
const secretBytes = 20;

/** Creates a secret. It counts once a code shows that the app has it. */
export async function startTotp(ctx: Ctx, caller: Caller): Promise<ReplyOutput<'POST /users/me/factors/totp'>> {
  refuseChange(ctx, caller);
  const bytes = randomBytes(secretBytes);
  const sealedSecret = ctx.key.seal(purpose, bytes.toString('base64url'));
  const row = { userId: caller.userId, sealedSecret, createdAt: ctx.clock() };
  if (!(await store.putTotp(ctx.db, row))) throw new AppError('CONFLICT', 'An authenticator app is already set up.');
  const secret = toBase32(bytes);
  const issuer = await issuerName(ctx);
  const { email } = await me(ctx, caller.userId);
  // A colon would separate the issuer from the name.
  const label = encodeURIComponent(`${issuer.replaceAll(':', ' ')}:${email}`);
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}` };
}

/** Turns it on with the first code. */
export async function confirmTotp(
  ctx: Ctx,
  caller: Caller,
  code: string,
): Promise<ReplyOutput<'PUT /users/me/factors/totp'>> {
  return changeFactors(ctx, caller.userId, async (ctx) => {
    const row = await store.findTotp(ctx.db, caller.userId);
    if (!row || row.confirmedAt) throw new AppError('CONFLICT', 'Start the setup again.');
    if (!(await acceptCode(ctx, row, code)))
      throw fieldError('INVALID_CODE', 'code', 'This code is wrong. Check that the clock of your device is right.');
    await store.confirmTotp(ctx.db, caller.userId, ctx.clock());
    const recoveryCodes = await addRecoveryCodes(ctx, caller.userId);
    const text = 'Two-step login with an authenticator app was turned on';
    await completeChange(ctx, caller, caller, { action: 'factors.totp', text });
    return { recoveryCodes };
  });
}

export async function removeTotp(ctx: Ctx, caller: Caller): Promise<void> {
  refuseChange(ctx, caller);
  await changeFactors(ctx, caller.userId, async (ctx) => {
    if (!(await store.deleteTotp(ctx.db, caller.userId))) return;
    await checkRemoval(ctx, caller.userId);
    const text = 'Two-step login with an authenticator app was turned off';
    await completeChange(ctx, caller, caller, { action: 'factors.totpOff', text });
  });
}

/** Accepts a code of the user's authenticator app, once. */
export async function consumeTotpCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const row = await store.findTotp(ctx.db, userId);
  return row?.confirmedAt ? acceptCode(ctx, row, code) : false;
}

export async function issuerName(ctx: Ctx): Promise<string> {
  return (await readSettings(ctx)).name ?? 'Tribehall';
}

async function acceptCode(ctx: Ctx, { userId, sealedSecret }: store.TotpRow, code: string): Promise<boolean> {
  const secret = ctx.key.unseal(purpose, sealedSecret);
  if (secret === undefined) return false;
  const step = findStep(Buffer.from(secret, 'base64url'), code, ctx.clock());
  return step !== undefined && store.advanceStep(ctx.db, userId, step);
}
