import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 5, 15, 12);
const minute = 60_000;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [-59_999, 'just now'],
    [-minute, '1 minute ago'],
    [-59 * minute, '59 minutes ago'],
    [-60 * minute, '1 hour ago'],
    [-24 * 60 * minute, 'yesterday'],
    [-14 * 24 * 60 * minute, '14 days ago'],
    [-40 * 24 * 60 * minute, '40 days ago'],
    [-70 * 24 * 60 * minute, '2 months ago'],
    [-500 * 24 * 60 * minute, '16 months ago'],
    [-800 * 24 * 60 * minute, '2 years ago'],
    [2 * 60 * minute, 'in 2 hours'],
  ])('says %i ms as %s', (awayMs, text) => expect(relativeTime(now + awayMs, now)).toBe(text));
});
