import { randomBytes, randomInt } from 'node:crypto';
import { controlCodeAlphabet, controlCodeLength } from '@tribehall/contract/shared/control-code';
import { inTransaction, type Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { takeAttempt } from '../../sessions/attempts.service.ts';
import * as store from './codes.store.ts';

/** Who asked for a code, and for which character; an empty player stands for the server itself. */
export type CodeKey = store.CodeKey;

/** How long a code is valid. */
export const codeLifeMs = 5 * 60 * 1000;
const maxAttempts = 5;
const purpose = 'link code';

/**
 * Creates a code for the agent to show: six digits for a character, more for control of the server, where guessing pays.
 * An earlier code becomes invalid. Rate-limited.
 */
export async function makeCode(ctx: Ctx, key: CodeKey): Promise<string> {
  const { userId, serverId, playerId } = key;
  await takeAttempt(ctx, 'link-code', `${userId}/${serverId}`);
  const code = playerId === '' ? newControlCode() : String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(ctx.clock().getTime() + codeLifeMs);
  await store.putCode(ctx.db, { userId, serverId, playerId, codeHash: hash(ctx, code), expiresAt });
  return code;
}

function newControlCode(): string {
  const characters = Array.from(
    { length: controlCodeLength },
    () => controlCodeAlphabet[randomInt(controlCodeAlphabet.length)],
  );
  return characters.join('');
}

/**
 * Uses up a code, and runs `whenRight` in the transaction that deletes it. Must not run inside another
 * transaction: a wrong attempt stays counted although this throws.
 */
export async function useCode<T = void>(
  ctx: Ctx,
  given: CodeKey & { code: string },
  whenRight?: (ctx: Ctx) => Promise<T>,
): Promise<T | undefined> {
  const row = await store.countAttempt(ctx.db, given, maxAttempts, ctx.clock());
  if (!row) throw explain(ctx, await store.findCode(ctx.db, given));
  if (!isCode(ctx, given.code, row.codeHash)) throw wrongCode(maxAttempts - row.attempts);
  return inTransaction(ctx, async (ctx) => {
    if (!(await store.takeCode(ctx.db, given, row.codeHash))) throw refusal('This code has already been used.');
    return whenRight?.(ctx);
  });
}

/** The pending code of a user on a server: it can be confirmed or requested again. */
export async function findPending(
  ctx: Ctx,
  key: Omit<CodeKey, 'playerId'>,
): Promise<{ playerId: string; expiresAt: Date; triesLeft: number } | undefined> {
  const row = await store.findCharacterCode(ctx.db, key, ctx.clock());
  return row && { playerId: row.playerId, expiresAt: row.expiresAt, triesLeft: maxAttempts - row.attempts };
}

/** For a code that could not be delivered. */
export async function voidCode(ctx: Ctx, key: CodeKey): Promise<void> {
  await store.deleteCode(ctx.db, key);
}

export async function removeExpiredCodes(ctx: Ctx): Promise<void> {
  await store.deleteCodesExpiredBefore(ctx.db, ctx.clock());
}

/** Whether a code was compared and wrong, rather than missing, used or expired. */
export function isWrongGuess(error: unknown): boolean {
  return error instanceof AppError && error.details?.['isWrong'] === true;
}

function refusal(message: string, details: { triesLeft?: number; isWrong?: true } = {}): AppError {
  return new AppError('INVALID_CODE', message, { fields: [{ field: 'twoFaCode', message }], ...details });
}

function wrongCode(attemptsRemaining: number): AppError {
  const remaining = attemptsRemaining === 1 ? '1 try left.' : `${attemptsRemaining} tries left.`;
  return refusal(`This code is wrong. ${attemptsRemaining === 0 ? 'No tries left. Ask for a new code.' : remaining}`, {
    triesLeft: attemptsRemaining,
    isWrong: true,
  });
}

function explain(ctx: Ctx, row: store.CodeRow | undefined): AppError {
  if (!row) return refusal('There is no code to confirm. Ask for one.');
  if (row.expiresAt <= ctx.clock()) return refusal('This code has expired. Ask for a new one.');
  return refusal('No tries left for this code. Ask for a new one.', { triesLeft: 0 });
}

/** Signed with the portal's key: six digits are found at once from any hash that needs nothing but the database. */
function hash({ key }: Ctx, code: string): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}.${key.sign(purpose, `${salt} ${code}`)}`;
}

function isCode({ key }: Ctx, code: string, codeHash: string): boolean {
  const [salt = '', signature = ''] = codeHash.split('.');
  return key.isSignature(purpose, `${salt} ${code}`, signature);
}
