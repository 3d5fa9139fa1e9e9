import { expect, it } from 'vitest';
import { boundsOf } from './time-range.ts';

const now = Date.UTC(2026, 0, 31);

it('gives a range that moves with the clock its beginning and no end', () => {
  expect(boundsOf({ range: '24h' }, now)).toEqual({ from: '2026-01-30T00:00:00.000Z' });
  expect(boundsOf({ range: '30d', from: 'ignored', to: 'ignored' }, now)).toEqual({ from: '2026-01-01T00:00:00.000Z' });
});

it('leaves fixed times as they are, and nonsense without bounds', () => {
  expect(boundsOf({ range: 'own', from: 'a', to: 'b' }, now)).toEqual({ from: 'a', to: 'b' });
  expect(boundsOf({ range: 'toString' }, now)).toEqual({});
  expect(boundsOf({ from: '', to: '' }, now)).toEqual({});
});
