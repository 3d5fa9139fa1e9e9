import { describe, expect, it } from 'vitest';
import {
  countFilters,
  defaultFilter,
  isFiltered,
  queryOf,
  reachesNow,
  readFilter,
  writeFilter,
  isSameStep,
} from './log-filter.ts';

const now = Date.parse('2026-03-04T12:00:00.000Z');
const after = '2026-03-04T10:00:00.000Z';
const before = '2026-03-04T11:00:00.000Z';

describe('the filter in the address', () => {
  it('is the specified one where the address says nothing', () => {
    expect(readFilter({})).toEqual(defaultFilter);
    expect(Object.values(writeFilter(defaultFilter)).join('')).toBe('');
  });

  it.each([
    { host: 'agent 1', key: 'chat', level: 'warn', search: 'a|b', pattern: 'true' },
    { range: '24h' },
    { range: 'yesterday' },
    { range: 'own' },
    { after, before, at: after },
    { after },
  ])('comes back as it was written: %o', (params) => {
    const written = Object.entries(writeFilter(readFilter(params))).filter(([, value]) => value !== '');
    expect(Object.fromEntries(written)).toEqual(params);
  });

  it('ignores invalid values', () => {
    const params = { level: 'loud', range: 'toString', after: 'yesterday-ish', at: after, pattern: 'maybe', host: '' };
    expect(readFilter(params)).toEqual(defaultFilter);
  });

  it('reads times of any zone', () => {
    expect(readFilter({ after: '2026-03-04T12:00:00+02:00' }).after).toBe(after);
  });
});

describe('what the server is asked', () => {
  it('leaves the specified window to the server', () => {
    expect(queryOf(defaultFilter, now)).toEqual({});
  });

  it('moves a quick window along with time', () => {
    const filter = readFilter({ range: '1h' });
    expect(queryOf(filter, now)).toEqual({ after: before });
    expect(queryOf(filter, now + 1000)).toEqual({ after: '2026-03-04T11:00:01.000Z' });
    expect(queryOf(readFilter({ range: '7d' }), now)).toEqual({ after: '2026-02-25T12:00:00.000Z' });
  });

  it('takes yesterday from the calendar', () => {
    const { after: from = '', before: until = '' } = queryOf(readFilter({ range: 'yesterday' }), now);
    expect([from, until].map((text) => new Date(text).toTimeString().slice(0, 8))).toEqual(['00:00:00', '00:00:00']);
    expect(new Date(until).toDateString()).toBe(new Date(now).toDateString());
    expect(new Date(Date.parse(until) - 1).toDateString()).toBe(new Date(from).toDateString());
  });

  it('preserves custom times, and has no start where only an end is given', () => {
    expect(queryOf(readFilter({ after, before }), now)).toEqual({ after, before });
    expect(queryOf(readFilter({ before }), now)).toEqual({ after: '1970-01-01T00:00:00.000Z', before });
  });

  it('names a pattern only with a search', () => {
    expect(queryOf(readFilter({ search: 'x', pattern: 'true', level: 'error' }), now)).toEqual({
      level: 'error',
      search: 'x',
      isPattern: 'true',
    });
    expect(queryOf(readFilter({ pattern: 'true' }), now)).toEqual({});
  });
});

describe('the window', () => {
  it('can be followed only where it reaches now', () => {
    expect(reachesNow(defaultFilter, now)).toBe(true);
    expect(reachesNow(readFilter({ after }), now)).toBe(true);
    expect(reachesNow(readFilter({ before }), now)).toBe(false);
    expect(reachesNow(readFilter({ range: 'yesterday' }), now)).toBe(false);
  });

  it('is no filter of its own', () => {
    expect(isFiltered(readFilter({ range: '7d' }))).toBe(false);
    expect(isFiltered(readFilter({ level: 'warn' }))).toBe(true);
  });
});

it('counts the filters in use', () => {
  expect(countFilters(defaultFilter)).toBe(0);
  expect(countFilters(readFilter({ search: 'x' }))).toBe(0);
  expect(countFilters(readFilter({ host: 'a', level: 'error', range: 'yesterday' }))).toBe(3);
});

const filter = (changes: object) => ({ ...defaultFilter, ...changes });

describe('isSameStep', () => {
  it('makes one step of typing, and one of each choice', () => {
    expect(isSameStep(filter({ search: 'a' }), filter({ search: 'ab' }))).toBe(true);
    expect(isSameStep(filter({}), filter({ search: 'a' }))).toBe(false);
    expect(isSameStep(filter({ search: 'ab' }), filter({}))).toBe(false);
    expect(isSameStep(filter({}), filter({ level: 'error' }))).toBe(false);
    expect(isSameStep(filter({ search: 'a' }), filter({ search: 'ab', host: 'x' }))).toBe(false);
    expect(isSameStep(filter({ at: undefined }), filter({}))).toBe(true);
  });
});
