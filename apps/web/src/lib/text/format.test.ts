import { expect, it } from 'vitest';
import { formatBytes, formatLength } from './format.ts';

it.each([
  [0, '00:00'],
  [61.9, '01:01'],
  [3599, '59:59'],
  [3725, '1:02:05'],
  [-3, '00:00'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(formatLength(seconds)).toBe(text);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 kB'],
  [128e9, '128 GB'],
  [2.5e12, '2.5 TB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
