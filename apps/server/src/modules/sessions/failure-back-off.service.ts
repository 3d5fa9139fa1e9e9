import { createHash } from 'node:crypto';
import { doublingSteps, stepAfter } from '@tribehall/common/back-off';
import { inTransaction, type Ctx } from '../../context.ts';
import * as store from './attempts.store.ts';

const minuteMs = 60_000;

/** Exponential back-off: the first failures are free, then each doubles the pause. A day without one resets it. */
const freeFailures = 4;
const steps = doublingSteps(minuteMs, 60 * minuteMs);
const forgetMs = 24 * 60 * minuteMs;

/** Counts a failure regardless of the pause, for attempts that are exempt from it. */
export async function countFailure(ctx: Ctx, who: string): Promise<void> {
  await locked(ctx, who, (failures, now) => count(failures, now));
}

/** Counts a failure in advance if no pause is on, else returns the remaining time. Of concurrent calls one gets through. */
export async function tryAttempt(ctx: Ctx, who: string): Promise<number | undefined> {
  let waitMs: number | undefined;
  await locked(ctx, who, (failures, now) => {
    waitMs = remainingPause(failures, now);
    return waitMs === undefined ? count(failures, now) : failures;
  });
  return waitMs;
}

/** The remaining pause; undefined if none is on. */
export async function readPause(ctx: Ctx, who: string): Promise<number | undefined> {
  const row = await store.findAttempts(ctx.db, keyOf(who));
  const now = ctx.clock();
  return row && remainingPause(withoutFuture(row, now), now);
}

/** Takes back what turned out to be no failure. */
export async function uncountFailure(ctx: Ctx, who: string): Promise<void> {
  await store.uncountAttempt(ctx.db, keyOf(who));
}

type Failures = Pick<store.AttemptsRow, 'count' | 'windowEndsAt'>;

async function locked(ctx: Ctx, who: string, change: (failures: Failures, now: Date) => Failures): Promise<void> {
  const now = ctx.clock();
  const key = keyOf(who);
  await inTransaction(ctx, async ({ db }) => {
    const row = await store.lockAttempts(db, key, later(now, forgetMs));
    await store.updateAttempts(db, { key, ...change(withoutFuture(row, now), now) });
  });
}

/** A failure that was counted while the clock was ahead counts as one of now. */
function withoutFuture({ count, windowEndsAt }: Failures, now: Date): Failures {
  const latest = later(now, forgetMs);
  return { count, windowEndsAt: windowEndsAt < latest ? windowEndsAt : latest };
}

function count({ count, windowEndsAt }: Failures, now: Date): Failures {
  return { count: windowEndsAt <= now ? 1 : count + 1, windowEndsAt: later(now, forgetMs) };
}

/** Each failure moves the end of the window, from which the time of the last failure follows. */
function remainingPause({ count, windowEndsAt }: Failures, now: Date): number | undefined {
  const pauseMs = stepAfter(steps, count - freeFailures);
  const remainingMs = windowEndsAt.getTime() - forgetMs + pauseMs - now.getTime();
  return remainingMs > 0 ? remainingMs : undefined;
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

function keyOf(who: string): string {
  return `pause:${createHash('sha256').update(who).digest('base64url')}`;
}
