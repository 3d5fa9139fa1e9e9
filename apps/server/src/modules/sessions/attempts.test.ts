import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { attemptWait, countAttempt } from './attempts.service.ts';
import { countFailure, readPause, tryAttempt } from './failure-back-off.service.ts';

const { ctx } = await createTestApp();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const now = ctx.clock().getTime();

/** The portal with a clock that stands still, this much ahead. */
function at(aheadMs: number): typeof ctx {
  return { ...ctx, clock: () => new Date(now + aheadMs) };
}

describe('limits of attempts, after the clock was ahead', () => {
  it('never refuse for longer than their window', async () => {
    for (let n = 0; n < 20; n += 1) await countAttempt(at(5 * hourMs), 'login-device', 'ahead');
    expect(await countAttempt(at(0), 'login-device', 'ahead')).toBe(5 * minuteMs);
    expect(await countAttempt(at(minuteMs), 'login-device', 'ahead')).toBe(4 * minuteMs);
    expect(await countAttempt(at(5 * minuteMs + 1000), 'login-device', 'ahead')).toBeUndefined();
  });

  it('say that an attempt remains until the next one has corrected the window', async () => {
    for (let n = 0; n < 8; n += 1) await countAttempt(at(5 * hourMs), 'login-device', 'asked');
    expect(await attemptWait(at(0), 'login-device', 'asked')).toBeUndefined();
    await countAttempt(at(0), 'login-device', 'asked');
    expect(await attemptWait(at(minuteMs), 'login-device', 'asked')).toBe(4 * minuteMs);
  });

  it('pause after failures as if the last one was now', async () => {
    for (let n = 0; n < 6; n += 1) await countFailure(at(5 * hourMs), 'server');
    const pauseMs = 2 * minuteMs;
    expect(await readPause(at(0), 'server')).toBe(pauseMs);
    expect(await tryAttempt(at(0), 'server')).toBe(pauseMs);
    expect(await tryAttempt(at(minuteMs), 'server')).toBe(pauseMs - minuteMs);
    expect(await tryAttempt(at(pauseMs + 1000), 'server')).toBeUndefined();
  });
});
