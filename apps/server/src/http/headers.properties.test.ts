import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attachment } from './attachment.ts';
import { acceptsGzip } from './compression.ts';
import { matchesTag, readRange } from './file-reply.ts';

const tag = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 1, maxLength: 22 })
  .map((text) => `"${text}"`);

it('reads every range of a file as RFC 9110 means it', () => {
  const size = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 }), fc.maxSafeInteger().map(Math.abs));
  const limit = fc.option(fc.oneof(fc.nat(1100), fc.maxSafeInteger().map(Math.abs)), { nil: undefined });
  fc.assert(
    fc.property(size, limit, limit, (bytes, from, to) => {
      const range = readRange(`bytes=${from ?? ''}-${to ?? ''}`, bytes);
      const [first, last] =
        from === undefined ? [Math.max(0, bytes - (to ?? 0)), bytes - 1] : [from, Math.min(to ?? Infinity, bytes - 1)];
      const isWanted = (from !== undefined || to !== undefined) && first <= last && bytes > 0;
      expect(range).toEqual(isWanted ? { start: first, end: last } : 'unsatisfiable');
    }),
  );
});

it('stays within the file for any header', () => {
  fc.assert(
    fc.property(
      textOf('bytes=', 'Bytes=', '-', '0', '9', '99999999999999999999', ',', ' ', 'e'),
      fc.nat(),
      (header, bytes) => {
        const range = readRange(header, bytes);
        if (typeof range !== 'object') return;
        expect(Number.isSafeInteger(range.start) && Number.isSafeInteger(range.end)).toBe(true);
        expect(range.start >= 0 && range.start <= range.end && range.end < bytes).toBe(true);
      },
    ),
  );
});

it('finds a tag in a list of tags, weak or not, and no other', () => {
  fc.assert(
    fc.property(
      fc.array(tag, { maxLength: 5 }),
      tag,
      fc.boolean(),
      fc.constantFrom(',', ', ', ' ,\t'),
      (tags, own, isWeak, comma) => {
        const header = tags.map((one) => (isWeak ? `W/${one}` : one)).join(comma);
        expect(matchesTag(header, own)).toBe(tags.includes(own));
        expect(matchesTag([...tags, own].join(comma), own)).toBe(true);
        expect(matchesTag('*', own)).toBe(true);
      },
    ),
  );
});

it('offers any name as one header that every reader takes for the same file name', () => {
  fc.assert(
    fc.property(
      textOf('"', '\\', '/', '%', '\r\n', ';', "'", '..', '*', 'é', '🦖', '\u202e', '%22', '=', 'a'),
      (name) => {
        const header = attachment(name);
        const [, plain = '', encoded = ''] =
          /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.~%-]*)$/.exec(header) ?? [];
        expect(header).toMatch(/^[ -~]+$/);
        const read = decodeURIComponent(encoded);
        expect(read).toBe((name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cs}]/gu, '_'));
        expect(plain).not.toContain('%');
        expect(Array.from(plain)).toHaveLength(Array.from(read).length);
        expect(header).toContain(attachment(read));
      },
    ),
  );
});

it('compresses for a client that accepts it with any weight but 0', () => {
  const weight = fc.constantFrom('', ';q=1', '; q=0.5', ';q=0', ';q=0.000', '; Q=0.001', ';q=1.0');
  const coding = fc.constantFrom('br', 'deflate', 'identity', 'zstd');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(coding, weight), { maxLength: 3 }),
      fc.constantFrom('gzip', 'GZIP', '*'),
      weight,
      (others, name, own) => {
        const header = [...others.map((parts) => parts.join('')), name + own].join(', ');
        expect(acceptsGzip(header)).toBe(!/=0(?:\.0*)?$/.test(own));
        expect(acceptsGzip(others.map((parts) => parts.join('')).join(','))).toBe(false);
      },
    ),
  );
});
