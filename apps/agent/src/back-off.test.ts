import { expect, it, vi } from 'vitest';
import { createBackOff } from './back-off.ts';
import { reconnectMs } from './connection/connection.ts';

it('waits longer each time, until it is reset', () => {
  const backOff = createBackOff(reconnectMs, (ms) => ms);
  expect(Array.from({ length: 6 }, () => backOff.nextMs())).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 30_000]);
  expect(backOff.failures()).toBe(6);
  backOff.reset();
  expect(backOff.failures()).toBe(0);
  expect(backOff.nextMs()).toBe(1_000);
});

it('waits anywhere up to the step', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.25);
  expect(createBackOff(reconnectMs).nextMs()).toBe(250);
  random.mockRestore();
});
