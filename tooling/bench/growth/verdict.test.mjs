import { expect, it } from 'vitest';
import { verdict } from './verdict.mjs';

it.each([
  [[1, 1, 1], 'flat'],
  [[5, 1, 1.5], 'flat'],
  [[1, 2, 4], '2.0 times: less than linear'],
  [[1, 2, 20], '10.0 times: linear'],
  [[1, 1, 50], '**50.0 times: worse than linear**'],
])('of %j is "%s"', (figures, text) => {
  expect(verdict(figures)).toBe(text);
});
