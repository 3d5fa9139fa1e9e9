import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeRedirect } from '../../lib/browser/safe-redirect.ts';
import { matchesWords, partsOf } from './matches.ts';
import { addRecent, readRecent, recentKinds } from './recent-items.ts';
import { readSpoken } from './spoken-actions.ts';

const text = textOf('a', 'B', 'é', 'ﬁ', 'İ', 'ß', ' ', '/', '\u0301', '🦖', 'ban ', 'go to ');

it('splits any text into parts that make it up, and finds a part of it in it', () => {
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (given, query, from, length) => {
      const parts = partsOf(given, query);
      expect(parts.map((part) => part.text).join('')).toBe(given);
      expect(parts.every(({ start, text: shown }) => given.startsWith(shown, start))).toBe(true);
      const start = from % (given.length + 1);
      const wanted = given.slice(start, start + 1 + (length % 5)).trim();
      if (wanted !== '')
        expect(
          partsOf(given, wanted.toUpperCase().length === wanted.length ? wanted : given).some(
            ({ isMatch }) => isMatch,
          ) || given.trim() === '',
        ).toBe(true);
    }),
  );
});

it('matches a text by the beginnings of its words, in any order and without accents', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const query = words
        .toReversed()
        .map((one) => one.slice(0, -1).toUpperCase())
        .join('  ');
      expect(matchesWords(words.join(' ').replaceAll('a', 'á'), query)).toBe(true);
      expect(matchesWords(words.join(' '), `${query} q`)).toBe(false);
    }),
  );
});

it('reads what is spoken as a verb and the rest of the text', () => {
  fc.assert(
    fc.property(text, (given) => {
      const { verb, about } = readSpoken(given);
      expect(about).toBe(about.trim());
      expect(given.trim().endsWith(about)).toBe(true);
      if (verb !== undefined) expect(given.trim().toLowerCase().startsWith(`${verb} `)).toBe(true);
    }),
  );
});

it('offers only pages of this site again, whatever is stored', () => {
  const href = fc.oneof(
    fc.constantFrom('/arkbot/players/1', '//evil.example', 'javascript:alert(1)', '/\\evil', '/'),
    fc.string(),
  );
  const item = fc.record(
    { kind: fc.constantFrom(...recentKinds, '__proto__'), id: fc.string(), name: fc.string(), href },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.array(item), fc.jsonValue()),
      fc.constantFrom(...recentKinds),
      fc.string(),
      (stored, kind, name) => {
        localStorage.setItem('recentlyOpened/me', JSON.stringify(stored));
        for (const { href: page } of readRecent('me'))
          expect([safeRedirect(page), page === '/']).toEqual([page, false]);
        addRecent('me', { kind, id: '1', name, href: '/arkbot/players/1' });
        expect(readRecent('me')[0]).toEqual({ kind, id: '1', name, href: '/arkbot/players/1' });
        expect(readRecent('me').length).toBeLessThanOrEqual(8);
      },
    ),
  );
});
