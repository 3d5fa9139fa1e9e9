import { expect, it } from 'vitest';
import { createPace } from './pace.mjs';

it('looks at once, then less often the longer it waits, and never rarer than five times a second', () => {
  let now = 1000;
  const pace = createPace(() => now);
  /** @type {number[]} */
  const looked = [];
  for (; now <= 11_000; now += 1) if (pace.isDue()) looked.push(now - 1000);
  const gaps = looked.slice(1).map((at, i) => at - (looked[i] ?? 0));
  expect(looked.slice(0, 3)).toEqual([0, 1, 2]);
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  expect(gaps.at(-1)).toBe(200);
  expect(looked.length).toBeLessThan(150);
});

it('says how long to wait for the next look', () => {
  let now = 0;
  const pace = createPace(() => now);
  now = 1000;
  expect(pace.isDue()).toBe(true);
  now = 1030;
  expect([pace.isDue(), pace.remainingMs()]).toEqual([false, 70]);
  now = 1200;
  expect([pace.isDue(), pace.remainingMs()]).toEqual([true, 120]);
});
