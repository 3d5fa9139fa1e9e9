import { createHash } from 'node:crypto';
import { inTransaction, type Ctx } from '../../context.ts';
import * as store from './attempts.store.ts';

const minuteMs = 60_000;

/** The first failures cost nothing; after that each doubles the pause. A day without one starts over. */
const freeFailures = 4;
const shortestMs = minuteMs;
const longestMs = 60 * minuteMs;
const forgetMs = 24 * 60 * minuteMs;

/** Counts a failure whatever the pause: for those who need not keep to it. */
export async function countFailure(ctx: Ctx, who: string): Promise<void> {
  await locked(ctx, who, (failures, now) => count(failures, now));
}

/** Counts a failure in advance where no pause is on; else returns how long it still lasts. Of many at once one gets through. */
export async function takeTurn(ctx: Ctx, who: string): Promise<number | undefined> {
  let waitMs: number | undefined;
  await locked(ctx, who, (failures, now) => {
    waitMs = pauseLeft(failures, now);
    return waitMs === undefined ? count(failures, now) : failures;
  });
  return waitMs;
}

/** How long the pause still lasts; undefined where none is on. */
export async function pauseOf(ctx: Ctx, who: string): Promise<number | undefined> {
  const row = await store.findAttempts(ctx.db, keyOf(who));
  return row && pauseLeft(row, ctx.clock());
}

/** What was counted was no failure. */
export async function uncountFailure(ctx: Ctx, who: string): Promise<void> {
  await store.uncountAttempt(ctx.db, keyOf(who));
}

type Failures = Pick<store.AttemptsRow, 'count' | 'windowEndsAt'>;

async function locked(ctx: Ctx, who: string, change: (failures: Failures, now: Date) => Failures): Promise<void> {
  const now = ctx.clock();
  const key = keyOf(who);
  await inTransaction(ctx, async ({ db }) => {
    const row = await store.lockAttempts(db, key, later(now, forgetMs));
    await store.updateAttempts(db, { key, ...change(row, now) });
  });
}

function count({ count, windowEndsAt }: Failures, now: Date): Failures {
  return { count: windowEndsAt <= now ? 1 : count + 1, windowEndsAt: later(now, forgetMs) };
}

/** Each failure moves the end of the window, which therefore tells when the last one was. */
function pauseLeft({ count, windowEndsAt }: Failures, now: Date): number | undefined {
  const pauseMs = count <= freeFailures ? 0 : Math.min(longestMs, shortestMs * 2 ** (count - freeFailures - 1));
  const leftMs = windowEndsAt.getTime() - forgetMs + pauseMs - now.getTime();
  return leftMs > 0 ? leftMs : undefined;
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

function keyOf(who: string): string {
  return `pause:${createHash('sha256').update(who).digest('base64url')}`;
}
