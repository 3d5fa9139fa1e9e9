import { expect, it } from 'vitest';
import { interleave, inWords, ratio, spread } from './rounds.mjs';

it('takes turns in changing order and leaves the first round out', async () => {
  /** @type {string[]} */
  const calls = [];
  const contestant = (/** @type {string} */ name) => async () => calls.push(name);
  const samples = await interleave({ a: contestant('a'), b: contestant('b') }, 2);
  expect(calls.join('')).toBe('abbaab');
  expect(samples).toEqual({ a: [4, 5], b: [3, 6] });
});

it('finds the middle and the ends', () => {
  expect(spread([9, 1, 5])).toEqual({ median: 5, low: 1, high: 9 });
  expect(spread([4, 2]).median).toBe(3);
  expect(inWords(spread([1, 2, 3]), 1)).toBe('2.0 (1.0–3.0)');
});

it('compares within each round', () => {
  expect(ratio([10, 40], [20, 80])).toEqual({ median: 0.5, low: 0.5, high: 0.5 });
});
