import { expect, it } from 'vitest';
import { createFloodGuard } from './rcon-port.ts';

const limit = { perSecond: 4, windowMs: 300_000 };

function afterMinutes(perSecond: number, minutes: number): boolean {
  const guard = createFloodGuard();
  for (let count = 0; count < perSecond * minutes * 60; count += 1) guard.count((count * 1_000) / perSecond, limit);
  return guard.isTripped();
}

it('accepts three commands a second for an hour', () => {
  expect(afterMinutes(3, 60)).toBe(false);
});

it('gives up after five minutes of more than four a second, and stays so', () => {
  expect(afterMinutes(5, 3)).toBe(false);
  expect(afterMinutes(5, 5)).toBe(true);
  const guard = createFloodGuard();
  for (let atMs = 0; atMs < 300_000; atMs += 200) guard.count(atMs, limit);
  guard.count(9_000_000, limit);
  expect(guard.isTripped()).toBe(true);
  guard.reset();
  expect(guard.isTripped()).toBe(false);
});
