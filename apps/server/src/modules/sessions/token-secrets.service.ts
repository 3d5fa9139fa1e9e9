import { hash as hashOnce, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { publishAccountChange } from './session-cache.service.ts';
import * as store from './sessions.store.ts';

export const tokenLifeMs = 7 * 24 * 60 * 60 * 1000;
/** Once the new token is used: for calls in flight with the old one, and other tabs that have not seen the new one yet. */
const graceMs = 60 * 1000;

/**
 * What the use of a secret changes. A reply with a new token may be lost: the old one goes on as long as nobody has used
 * the new one, but no longer than its own lifetime, and gets another one.
 */
export function dueChange(
  ctx: Ctx,
  row: store.SessionRow,
  given: string,
): 'renew' | 'renew again' | 'end the old one' | undefined {
  const now = ctx.clock().getTime();
  const ageMs = now - row.renewedAt.getTime();
  const isRenewalDue = ageMs >= tokenLifeMs / 2;
  const isNewUnused = row.oldSecretEndsAt !== null && row.oldSecretEndsAt.getTime() > now + graceMs;
  if (!isRenewalDue && !isNewUnused) return undefined;
  if (isSame(row.secretHash, given)) return isRenewalDue ? 'renew' : 'end the old one';
  // Calls that were in flight with the first reply get no second token.
  return isNewUnused && ageMs >= graceMs ? 'renew again' : undefined;
}

/** Returns the new token, if there is one. */
export async function changeSecrets(ctx: Ctx, row: store.SessionRow, given: string): Promise<string | undefined> {
  const change = dueChange(ctx, row, given);
  if (change === undefined) return undefined;
  const now = ctx.clock();
  if (change === 'end the old one') {
    await store.updateSecrets(ctx.db, row, { oldSecretEndsAt: new Date(now.getTime() + graceMs) });
    publishAccountChange(ctx, { sessionId: row.id });
    return undefined;
  }
  const secret = newSecret();
  const next = { secretHash: hash(secret), renewedAt: now };
  const oldSecretEndsAt = new Date(row.renewedAt.getTime() + tokenLifeMs);
  const old = change === 'renew' ? { oldSecretHash: row.secretHash, oldSecretEndsAt } : {};
  const isChanged = await store.updateSecrets(ctx.db, row, { ...next, ...old });
  return isChanged ? `${row.id}.${secret}` : undefined;
}

export function isSecretOf(ctx: Ctx, row: store.SessionRow, given: string): boolean {
  if (isSame(row.secretHash, given)) return true;
  const isOldValid = row.oldSecretEndsAt !== null && row.oldSecretEndsAt > ctx.clock();
  return isOldValid && row.oldSecretHash !== null && isSame(row.oldSecretHash, given);
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hash(secret: string): string {
  return hashOnce('sha256', secret);
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
