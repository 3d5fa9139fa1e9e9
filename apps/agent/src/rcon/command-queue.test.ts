import { expect, it } from 'vitest';
import { createRateBudget } from './command-queue.ts';

function budget() {
  const clock = { ms: 0 };
  return { clock, budget: createRateBudget({ commandsPerSecond: 2, burst: 4 }, () => clock.ms) };
}

it('allows a burst, then two a second', () => {
  const { clock, budget: rate } = budget();
  const sent: number[] = [];
  while (clock.ms < 60_000) {
    while (rate.waitMs('poll') === 0) {
      rate.spend();
      sent.push(clock.ms);
    }
    clock.ms += rate.waitMs('poll');
  }

  expect(sent.slice(0, 6)).toEqual([0, 0, 0, 0, 500, 1000]);
  expect(sent.length).toBeLessThanOrEqual(4 + 120);
});

it('lets moderation pass over the limit by one burst, and makes the others wait it off', () => {
  const { budget: rate } = budget();
  for (let count = 0; count < 8; count += 1) {
    expect(rate.waitMs('moderation')).toBe(0);
    rate.spend();
  }

  expect(rate.waitMs('moderation')).toBe(500);
  expect(rate.waitMs('chat')).toBe(2500);
});
