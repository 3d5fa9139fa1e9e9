import { describe, expect, it } from 'vitest';
import { choosePeriod, isBackwards, periodParams, readPeriod, spanOf } from './period.ts';

const nowMs = Date.parse('2026-01-31T12:34:56Z');
const none = { from: undefined, until: undefined };

describe('the period of a timeline', () => {
  it('is read from the address and written back', () => {
    expect(readPeriod({})).toEqual({ period: 'all', ...none });
    expect(readPeriod({ period: '7d', from: '2026-01-01T00:00:00Z' })).toEqual({ period: '7d', ...none });
    expect(readPeriod({ period: 'nonsense' }).period).toBe('all');
    expect(readPeriod({ period: '__proto__' }).period).toBe('all');
    const custom = readPeriod({ until: '2026-01-01T00:00:00Z', from: '' });
    expect(custom).toEqual({ period: 'custom', from: undefined, until: '2026-01-01T00:00:00.000Z' });
    expect(periodParams(custom)).toEqual({ period: 'custom', from: '', until: '2026-01-01T00:00:00.000Z' });
    for (const from of ['yesterday', '1969-12-31T00:00:00Z', '+010000-01-01T00:00:00Z', '\0'])
      expect(readPeriod({ from })).toEqual({ period: 'all', ...none });
    expect(periodParams(readPeriod({}))).toEqual({ period: '', from: '', until: '' });
  });

  it('is a span of time', () => {
    expect(spanOf({ period: 'all', ...none }, nowMs)).toEqual({});
    expect(spanOf({ period: '24h', ...none }, nowMs)).toEqual({ from: '2026-01-30T12:34:56.000Z' });
    expect(spanOf({ period: '30d', ...none }, nowMs)).toEqual({ from: '2026-01-01T12:34:56.000Z' });
    expect(spanOf({ period: 'custom', from: 'a', until: 'b' }, nowMs)).toEqual({ from: 'a', until: 'b' });
  });

  it('begins a day ago where someone chooses their own, and ends after its beginning', () => {
    const custom = choosePeriod('custom', nowMs);
    expect(custom).toEqual({ period: 'custom', from: '2026-01-30T12:34:00.000Z', until: undefined });
    expect(isBackwards(custom)).toBe(false);
    expect(isBackwards({ ...custom, until: '2026-01-30T12:00:00Z' })).toBe(true);
    expect(choosePeriod('24h', nowMs)).toEqual({ period: '24h', ...none });
  });
});
