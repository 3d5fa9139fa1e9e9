import { describe, expect, it } from 'vitest';
import { applyChanges, parseSearch, pickStrings, stringifySearch } from './search-params.ts';

describe('search parameters', () => {
  it('preserve long ids, leading zeros and words that look like JSON', () => {
    const search = '?guildId=81384788765712384&code=007&flag=true&nothing=null&json=%7B%22a%22%3A1%7D&exp=1e3';
    expect(parseSearch(search)).toEqual({
      guildId: '81384788765712384',
      code: '007',
      flag: 'true',
      nothing: 'null',
      json: '{"a":1}',
      exp: '1e3',
    });
    expect(stringifySearch(parseSearch(search))).toBe(search);
  });

  it('survive signs with a meaning of their own', () => {
    const value = 'a+b c&d=e?f#g/ü%';
    expect(parseSearch(stringifySearch({ redirect: value }))).toEqual({ redirect: value });
  });

  it('leave out what is empty', () => {
    expect(stringifySearch({ search: '', page: undefined })).toBe('');
  });

  it('take only the change of what was shown: the address may be ahead of it', () => {
    const shown = { level: 'warn', search: 'a' };
    const latest = { level: 'warn', search: 'ab', range: 'yesterday' };
    expect(applyChanges<Record<string, string>>(latest, shown, { search: 'a', user: 'Ann' })).toEqual({
      search: 'ab',
      range: 'yesterday',
      user: 'Ann',
    });
  });

  it('reach a page only by name', () => {
    expect(pickStrings({ email: 'a@b.c', other: 'x', redirect: 3 }, ['email', 'redirect'])).toEqual({ email: 'a@b.c' });
  });
});
