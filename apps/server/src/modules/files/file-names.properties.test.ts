import { posix, win32 } from 'node:path';
import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanFileName } from './file-names.ts';

const hostile = textOf(
  '/',
  '\\',
  '.',
  '..',
  '../',
  'C:',
  'c:\\',
  ' ',
  '\u3000',
  '\0',
  '\n',
  '\u202e',
  '\u200b',
  '\u200d',
  '\u2028',
  '\ufeff',
  '\u3164',
  '~',
  '%2e%2e%2f',
  'e\u0301',
  '👩',
  '🚀',
  '👩‍🚀',
  '.png',
  '.exe',
  'a',
  'x'.repeat(120),
  '🦖'.repeat(40),
);

it('makes a relative path of any name that stays within its folder, of segments that every drive can store', () => {
  fc.assert(
    fc.property(hostile, (given) => {
      const name = cleanFileName(given);
      if (name === undefined) return;
      for (const { join, sep } of [posix, win32])
        expect(join(`${sep}root`, name).startsWith(`${sep}root${sep}`)).toBe(true);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(1000);
      for (const segment of name.split('/')) {
        expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(255);
        expect(['', '.', '..']).not.toContain(segment);
        expect(segment).toBe(segment.trim());
        expect(segment).not.toMatch(/[\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202e\u200b\ufeff\u3164]/u);
      }
      expect(name).not.toMatch(/^[a-z]:/i);
    }),
  );
});

it('cleans a name once: a clean one stays as it is', () => {
  fc.assert(
    fc.property(hostile, (given) => {
      const name = cleanFileName(given);
      if (name !== undefined) expect(cleanFileName(name)).toBe(name);
    }),
  );
});

it('leaves an ordinary name alone, with its folders', () => {
  const segment = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-é世'), minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '.png', '.tar.gz'),
      (segments, extension) => {
        const name = segments.join('/') + extension;
        expect(cleanFileName(name)).toBe(name);
        expect(cleanFileName(`/${name.replaceAll('/', '\\')}/`)).toBe(name);
      },
    ),
  );
});

it('keeps the extension of a name that is too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '🦖'), minLength: 200, maxLength: 600 }), (stem) => {
      expect(cleanFileName(`${stem}.png`)).toMatch(/\.png$/);
    }),
  );
});
