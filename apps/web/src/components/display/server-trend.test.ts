import { expect, it } from 'vitest';
import { sumTrends } from './server-trend.tsx';

it('adds up what is known, and knows nothing where nothing is', () => {
  expect(
    sumTrends([
      [1, null, 3],
      [2, null, null],
    ]),
  ).toEqual([3, null, 3]);
  expect(sumTrends([[], [1]])).toEqual([1]);
  expect(sumTrends([])).toEqual([]);
});
