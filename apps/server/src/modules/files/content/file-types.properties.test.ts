import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentTypeOf, decodeText, previewOf } from './file-types.ts';

const text = fc
  .string({ unit: 'grapheme' })
  .map((given) => given.replace(/[\0-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f\ufeff]/g, ''));
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

it('reads every text in UTF-8, and in UTF-16 with its mark', () => {
  fc.assert(
    fc.property(text, (given) => {
      const utf16 = Buffer.from(`\ufeff${given}`, 'utf16le');
      const written = [Buffer.from(given), Buffer.from(`\ufeff${given}`), utf16, swapped(utf16)];
      expect(written.map(decodeText)).toEqual(written.map(() => given));
    }),
  );
});

it('reads any bytes as text without control characters, or not as text', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]),
      (bytes, mark) => {
        const read = decodeText(Buffer.from([...mark, ...bytes]));
        expect(read ?? '').not.toMatch(/[\0-\u0008\u000b\u007f]/);
        expect(read ?? '').not.toMatch(/\p{Cs}/u);
      },
    ),
  );
});

it('serves no name as anything that a browser would run', () => {
  const extension = fc.constantFrom(
    'html',
    'HTM',
    'svg',
    'xml',
    'xhtml',
    'js',
    'mjs',
    'css',
    'json',
    'png',
    'pdf',
    'mp4',
    '__proto__',
    'constructor',
    '',
  );
  fc.assert(
    fc.property(fc.string(), extension, fc.nat(), (stem, ending, size) => {
      const name = `${stem}.${ending}`;
      expect(contentTypeOf(name)).toMatch(
        /^(?:image\/(?!svg)[\w-]+|audio\/\w+|video\/\w+|application\/(?:pdf|octet-stream))$/,
      );
      expect(['image', 'audio', 'video', 'pdf', 'text', 'none']).toContain(previewOf(name, size));
    }),
  );
});
