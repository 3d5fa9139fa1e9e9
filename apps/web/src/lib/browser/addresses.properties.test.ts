import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOwnFile } from './download.ts';
import { isForeignWebAddress, safeRedirect } from './safe-redirect.ts';
import { parseSearch, pickStrings, stringifySearch } from './search-params.ts';

const hostile = textOf(
  '/',
  '//',
  '\\',
  '/\\',
  '.',
  '..',
  '/./',
  '%2f',
  '%5c',
  '%252f',
  '%2e',
  '\t',
  '\n',
  '\r',
  ' ',
  '@',
  ':',
  '#',
  '?',
  '&',
  '%',

  'https:',
  'http://',
  'javascript:',
  'data:',
  'evil.example',
  location.host,
  '/api/',
  '/arkbot',
  '；',
  '。',
  '\u2028',
  '／',
);
const path = fc.oneof(
  hostile,
  hostile.map((text) => `/${text}`),
  hostile.map((text) => `//${text}`),
);

/** As a router or proxy may decode it before it sends the browser there. */
function decodings(text: string): string[] {
  const all = [text];
  for (let round = 0; round < 4; round += 1) {
    try {
      all.push(decodeURIComponent(all.at(-1) ?? ''));
    } catch {
      break;
    }
  }
  return all;
}

it('redirects within this site alone, for any parameter, also after it is decoded', () => {
  fc.assert(
    fc.property(fc.oneof(path, fc.anything()), (value) => {
      const target = safeRedirect(value);
      const { pathname } = new URL(target, location.origin);
      for (const decoded of [target, ...decodings(pathname)]) {
        expect(new URL(decoded, location.href).origin).toBe(location.origin);
        expect(decoded).toMatch(/^\/(?![/\\])/);
      }
      expect(safeRedirect(target)).toBe(target);
    }),
  );
});

it('redirects to every page of this site that it was given', () => {
  const segment = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_~'), minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(
      fc.array(segment, { maxLength: 4 }),
      fc.dictionary(segment, segment, { maxKeys: 3 }),
      (segments, query) => {
        const search = new URLSearchParams(query).toString();
        const page = `/${segments.join('/')}${search === '' ? '' : `?${search}`}`;
        expect(safeRedirect(page)).toBe(page);
        expect(isOwnFile(`/api${page}`)).toBe(true);
      },
    ),
  );
});

it('downloads only from the API of this site, and calls no script a foreign address', () => {
  fc.assert(
    fc.property(path, (href) => {
      if (isOwnFile(href)) {
        const { origin, pathname } = new URL(href, location.href);
        expect([origin, pathname.startsWith('/api/')]).toEqual([location.origin, true]);
      }
      for (const address of [href, `https://${href}`, `javascript:${href}`])
        if (isForeignWebAddress(address)) expect(new URL(address).protocol).toMatch(/^https?:$/);
    }),
  );
});

it('gives back every parameter of an address as the same text', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('12345678901234567890', 'true', '1e3', '{}', '+', '%'),
  );
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true }), fc.string(), (params, other) => {
      expect(parseSearch(stringifySearch(params))).toEqual(params);
      expect(stringifySearch(parseSearch(stringifySearch(params)))).toBe(stringifySearch(params));
      for (const given of Object.values(pickStrings(parseSearch(other), ['a', '__proto__', 'toString'])))
        expect(typeof given).toBe('string');
    }),
  );
});
