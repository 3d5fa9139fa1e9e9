import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { inTransaction, type Ctx } from '../../context.ts';
import { fieldError, type AppError } from '../../errors.ts';
import { takeAttempt } from '../sessions/attempts.service.ts';
import * as store from './codes.store.ts';

/** Whose code for what; an empty player stands for the server itself. */
export type CodeKey = store.CodeKey;

/** How long a code holds. */
export const codeLifeMs = 5 * 60 * 1000;
const maxTries = 5;
const hashBytes = 32;

/** Makes a code of six digits for the agent to show. The one before is void; asked too often it is refused. */
export async function makeCode(ctx: Ctx, key: CodeKey): Promise<string> {
  await countCode(ctx, key);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { userId, serverId, playerId } = key;
  const expiresAt = new Date(ctx.clock().getTime() + codeLifeMs);
  await store.putCode(ctx.db, { userId, serverId, playerId, codeHash: await hash(code), expiresAt });
  return code;
}

/**
 * Every code is five more guesses. Whoever guesses at control could take many servers, or many accounts for one;
 * the server counts last, so that one account alone cannot use up what all have there.
 */
async function countCode(ctx: Ctx, { userId, serverId, playerId }: CodeKey): Promise<void> {
  const isForControl = playerId === '';
  if (isForControl) await takeAttempt(ctx, 'control-code-account', userId);
  await takeAttempt(ctx, 'link-code', `${userId}/${serverId}`);
  if (isForControl) await takeAttempt(ctx, 'control-code-server', serverId);
}

/**
 * Uses up a code, and does `whenRight` in the transaction that takes it away. Not to be called inside another
 * transaction: a wrong try has to stay counted although this throws.
 */
export async function useCode<T = void>(
  ctx: Ctx,
  given: CodeKey & { code: string },
  whenRight?: (ctx: Ctx) => Promise<T>,
): Promise<T | undefined> {
  const row = await store.countTry(ctx.db, given, maxTries, ctx.clock());
  if (!row) throw refusal(explain(ctx, await store.findCode(ctx.db, given)));
  if (!(await isCode(given.code, row.codeHash)))
    throw refusal(`This code is wrong. ${triesLeft(maxTries - row.tries)}`);
  return inTransaction(ctx, async (ctx) => {
    if (!(await store.takeCode(ctx.db, given, row.codeHash))) throw refusal('This code was used already.');
    return whenRight?.(ctx);
  });
}

/** For a code that never reached anyone. */
export async function voidCode(ctx: Ctx, key: CodeKey): Promise<void> {
  await store.deleteCode(ctx.db, key);
}

export async function removeExpiredCodes(ctx: Ctx): Promise<void> {
  await store.deleteCodesExpiredBefore(ctx.db, ctx.clock());
}

function refusal(message: string): AppError {
  return fieldError('INVALID_CODE', 'twoFaCode', message);
}

function explain(ctx: Ctx, row: store.CodeRow | undefined): string {
  if (!row) return 'There is no code to confirm. Please ask for one.';
  if (row.expiresAt <= ctx.clock()) return 'This code is too old. Please ask for a new one.';
  return 'This code was tried too often. Please ask for a new one.';
}

function triesLeft(left: number): string {
  if (left === 0) return 'Please ask for a new one.';
  return left === 1 ? 'One try is left.' : `${left} tries are left.`;
}

/** Slow by design: six digits could be found from a quick hash before the code ends. */
const derive = promisify<string, Buffer, number, Buffer>(scrypt);

async function hash(code: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}.${(await derive(code, salt, hashBytes)).toString('hex')}`;
}

async function isCode(code: string, codeHash: string): Promise<boolean> {
  const [salt = '', expected = ''] = codeHash.split('.');
  return timingSafeEqual(await derive(code, Buffer.from(salt, 'hex'), hashBytes), Buffer.from(expected, 'hex'));
}
