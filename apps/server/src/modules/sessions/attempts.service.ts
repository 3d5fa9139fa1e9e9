import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { tooMany } from '../../errors.ts';
import * as store from './attempts.store.ts';

const minuteMs = 60 * 1000;

/** Rate limits by name; the key is an account, a network, a device or a server. */
const limits = {
  'login-device': { max: 8, windowMs: 5 * minuteMs },
  'login-account-network': { max: 8, windowMs: 5 * minuteMs },
  'login-account': { max: 50, windowMs: 60 * minuteMs },
  'login-network': { max: 60, windowMs: 5 * minuteMs },
  'login-shared-network': { max: 600, windowMs: 5 * minuteMs },
  'login-step-device': { max: 60, windowMs: 5 * minuteMs },
  'register-network': { max: 60, windowMs: 60 * minuteMs },
  'register-shared-network': { max: 600, windowMs: 60 * minuteMs },
  'discord-login-network': { max: 60, windowMs: 10 * minuteMs },
  'discord-login-shared-network': { max: 600, windowMs: 10 * minuteMs },
  'password-account': { max: 8, windowMs: 5 * minuteMs },
  'token-network': { max: 60, windowMs: 5 * minuteMs },
  'reset-network': { max: 20, windowMs: 60 * minuteMs },
  'reset-shared-network': { max: 200, windowMs: 60 * minuteMs },
  'reset-account': { max: 3, windowMs: 60 * minuteMs },
  'reset-code-network': { max: 30, windowMs: 10 * minuteMs },
  'reset-code-shared-network': { max: 300, windowMs: 10 * minuteMs },
  'factor-account': { max: 10, windowMs: 15 * minuteMs },
  'factor-ticket': { max: 5, windowMs: 5 * minuteMs },
  'link-code': { max: 5, windowMs: 10 * minuteMs },
  'control-code-account': { max: 5, windowMs: 10 * minuteMs },
  'control-code-tie': { max: 2, windowMs: 60 * minuteMs },
  'control-code-server': { max: 10, windowMs: 10 * minuteMs },
  'control-guess-tie': { max: 5, windowMs: 60 * minuteMs },
  'player-code-account': { max: 5, windowMs: 10 * minuteMs },
  'player-code-player': { max: 5, windowMs: 10 * minuteMs },
  'mail-sender': { max: 20, windowMs: 10 * minuteMs },
  'discord-refresh': { max: 1, windowMs: 10 * 1000 },
  report: { max: 5, windowMs: 10 * minuteMs },
  'report-refusal': { max: 1, windowMs: 10 * minuteMs },
  'chat-user': { max: 20, windowMs: 30 * 1000 },
} as const;

type Limit = keyof typeof limits;

/**
 * Counts an attempt before it is made, so that concurrent ones cannot slip past the limit together. Over the limit even
 * the right password is refused.
 */
export async function takeAttempt(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  const waitMs = await countAttempt(ctx, limit, who);
  if (waitMs !== undefined) throw tooMany(waitMs);
}

/** Counts an attempt; returns how long to wait if it is one too many. */
export async function countAttempt(ctx: Ctx, limit: Limit, who: string): Promise<number | undefined> {
  const now = ctx.clock();
  const { max, windowMs } = limits[limit];
  const taken = await store.countAttempt(ctx.db, keyOf(limit, who), now, new Date(now.getTime() + windowMs));
  return taken.count > max ? taken.windowEndsAt.getTime() - now.getTime() : undefined;
}

/**
 * How long to wait for the next attempt, without making one; undefined if one remains, or if the clock was ahead at the last
 * one: the next attempt corrects that.
 */
export async function attemptWait(ctx: Ctx, limit: Limit, who: string): Promise<number | undefined> {
  const row = await store.findAttempts(ctx.db, keyOf(limit, who));
  const { max, windowMs } = limits[limit];
  const waitMs = row === undefined ? 0 : row.windowEndsAt.getTime() - ctx.clock().getTime();
  return row && row.count >= max && waitMs > 0 && waitMs <= windowMs ? waitMs : undefined;
}

/** Logins that failed in the last minutes, and at how many accounts someone has no more tries; logins that succeed are not counted. */
export async function readFailedLogins(ctx: Ctx): Promise<{ failed: number; locked: number }> {
  const prefix = 'login-account-network';
  const { max } = limits[prefix];
  const { total, over } = await store.sumAttempts(ctx.db, { prefix, max, now: ctx.clock() });
  return { failed: total, locked: over };
}

/** The attempt was successful: it does not count. */
export async function giveBackAttempt(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.uncountAttempt(ctx.db, keyOf(limit, who));
}

export async function forgetAttempts(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.deleteAttempts(ctx.db, keyOf(limit, who));
}

export async function removeEnded(ctx: Ctx): Promise<void> {
  await store.deleteAttemptsEndedBefore(ctx.db, ctx.clock());
}

/** Hashed, because people sometimes type their password into the email field. */
function keyOf(limit: Limit, who: string): string {
  return `${limit}:${createHash('sha256').update(who).digest('base64url')}`;
}
