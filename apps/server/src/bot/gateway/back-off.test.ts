import { expect, it } from 'vitest';
import { createGatewayBackOff } from './back-off.ts';

it('doubles the pause after each failed attempt, up to a minute, and starts over after a stable connection', async () => {
  let nowMs = 0;
  const wait = async (ms: number) => void (nowMs += ms);
  const backOff = createGatewayBackOff({ now: () => nowMs, wait });
  const { signal } = new AbortController();
  const pauses: number[] = [];
  const attempt = async () => {
    const before = nowMs;
    await backOff.waitForNext(signal);
    pauses.push(Math.round(nowMs - before) / 1000);
  };
  for (let n = 0; n < 9; n += 1) await attempt();
  const atLeast = [0, 1, 2, 4, 8, 16, 32, 60, 60];
  for (const [n, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(atLeast[n] ?? 0);
    expect(pause).toBeLessThanOrEqual((atLeast[n] ?? 0) * 1.3 + 0.001);
  }
  backOff.reset();
  await attempt();
  await attempt();
  expect(pauses.at(-1)).toBeLessThanOrEqual(1.301);
  backOff.holdOff(300_000);
  await attempt();
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(300);
});

it('allows no attempt once the signal has aborted', async () => {
  const backOff = createGatewayBackOff();
  await expect(backOff.waitForNext(AbortSignal.abort())).rejects.toThrow('abort');
});
