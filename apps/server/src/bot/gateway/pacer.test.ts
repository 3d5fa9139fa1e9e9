import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createPacer } from './pacer.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn<(ms: number) => Promise<void>>() }));

it('waits twice as long after each try that came to nothing, up to a minute, and starts anew once one held', async () => {
  let nowMs = 0;
  vi.mocked(wait).mockImplementation((ms) => {
    nowMs += ms ?? 0;
    return Promise.resolve(undefined as never);
  });
  const pacer = createPacer(() => nowMs);
  const { signal } = new AbortController();
  const pauses: number[] = [];
  const take = async () => {
    const before = nowMs;
    await pacer.turn(signal);
    pauses.push(Math.round(nowMs - before) / 1000);
  };
  for (let n = 0; n < 9; n += 1) await take();
  const atLeast = [0, 1, 2, 4, 8, 16, 32, 60, 60];
  for (const [n, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(atLeast[n] ?? 0);
    expect(pause).toBeLessThanOrEqual((atLeast[n] ?? 0) * 1.3 + 0.001);
  }
  pacer.settle();
  await take();
  await take();
  expect(pauses.at(-1)).toBeLessThanOrEqual(1.301);
  pacer.holdOff(300_000);
  await take();
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(300);
});

it('gives no turn to whoever is no longer wanted', async () => {
  const pacer = createPacer();
  await expect(pacer.turn(AbortSignal.abort())).rejects.toThrow('abort');
});
