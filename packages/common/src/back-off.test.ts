import { afterEach, describe, expect, it, vi } from 'vitest';
import { addedJitter, createBackOff, doublingSteps, equalJitter, fullJitter, noJitter, stepAfter } from './back-off.ts';

afterEach(() => vi.restoreAllMocks());

it('waits longer each time, until it is reset', () => {
  const backOff = createBackOff([1000, 2000, 5000], noJitter);
  expect(Array.from({ length: 4 }, () => backOff.nextMs())).toEqual([1000, 2000, 5000, 5000]);
  expect(backOff.failures()).toBe(4);
  backOff.reset();
  expect(backOff.failures()).toBe(0);
  expect(backOff.nextMs()).toBe(1000);
});

describe('doublingSteps', () => {
  it('doubles up to the longest', () => {
    expect(doublingSteps(1000, 30_000)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000]);
    expect(doublingSteps(1000, 8000)).toEqual([1000, 2000, 4000, 8000]);
  });
});

describe('stepAfter', () => {
  it('is 0 without a failure and repeats the last step', () => {
    const steps = doublingSteps(1000, 4000);
    expect([0, 1, 2, 3, 4, 1000].map((failures) => stepAfter(steps, failures))).toEqual([
      0, 1000, 2000, 4000, 4000, 4000,
    ]);
  });
});

describe('jitter', () => {
  it.each([
    ['full', fullJitter, [0, 250, 1000]],
    ['equal', equalJitter, [500, 625, 1000]],
    ['added', addedJitter, [1000, 1075, 1300]],
  ])('%s', (_name, jitter, expected) => {
    const random = vi.spyOn(Math, 'random');
    for (const [index, value] of [0, 0.25, 1].entries()) {
      random.mockReturnValueOnce(value);
      expect(Math.round(jitter(1000))).toBe(expected[index]);
    }
  });
});
