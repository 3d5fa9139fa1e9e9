import { visibilities } from '@tribehall/contract';
import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../../errors.ts';
import { cleanFileName } from '../file-names.ts';
import { readMetadata } from './upload-metadata.ts';

/** As tus clients write it. */
const header = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

it('reads what tus clients write', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => cleanFileName(text) !== undefined);
  const fingerprint = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\p{Cc}/gu, ''));
  fc.assert(
    fc.property(
      name,
      fc.constantFrom(...visibilities),
      fingerprint,
      fc.string(),
      (filename, visibility, given, other) => {
        expect(readMetadata(header({ other, filename, visibility, fingerprint: given }))).toEqual({
          name: cleanFileName(filename),
          visibility,
          fingerprint: given,
        });
      },
    ),
  );
});

it('reads any other header as a name that is clean, or refuses it with the field', () => {
  const pieces = [
    'filename ',
    'visibility ',
    'fingerprint ',
    ',',
    ' ',
    '=',
    'YQ==',
    'YWI',
    '/w==',
    Buffer.from('public').toString('base64'),
    '-_',
    '\t',
  ];
  fc.assert(
    fc.property(textOf(...pieces), (text) => {
      try {
        const { name, visibility, fingerprint } = readMetadata(text);
        expect(cleanFileName(name)).toBe(name);
        expect(visibilities).toContain(visibility);
        expect(fingerprint ?? '').not.toMatch(/\p{Cc}/u);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as AppError).status).toBe(400);
        expect((error as AppError).details).toHaveProperty('fields');
      }
    }),
  );
});

it('takes no value for Base64 that is none', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'YWJjZA=+/-_.é'), minLength: 1, maxLength: 12 }), (value) => {
      const plain = value.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
      const isBase64 = /^[\w+/-]*={0,2}$/.test(value) && plain.length % 4 !== 1;
      const isUtf8 = !Buffer.from(value, 'base64').toString('utf8').includes('\ufffd');
      const isRead = () => {
        try {
          readMetadata(`filename YQ==,x ${value}`);
          return true;
        } catch {
          return false;
        }
      };
      expect(isRead()).toBe(isBase64 && isUtf8);
    }),
  );
});
