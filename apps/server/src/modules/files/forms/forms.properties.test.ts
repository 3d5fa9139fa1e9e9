import { Readable } from 'node:stream';
import { textOf } from '@tribehall/common/any-text.fixture';
import { roleNames, roles, visibilities } from '@tribehall/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../../errors.ts';
import { readField, readFormVisibility, type FormFields } from './form-fields.ts';
import { readPartName } from './form-parts.ts';
import { boundary, formOf, formType } from './multipart.fixture.ts';
import { readForm } from './multipart-reader.ts';

type Part = { name: string; fileName?: string; content: string };

async function receive(chunks: Buffer[]): Promise<Part[]> {
  const parts: Part[] = [];
  const stop = new AbortController();
  const form = {
    source: Readable.from(chunks, { objectMode: false }),
    contentType: formType['content-type'],
    stop,
    maxBytes: 1e6,
  };
  await readForm(form, {
    onField: (name, content) => void parts.push({ name, content }),
    onFile: async (name, fileName, content) => {
      const bytes: Buffer[] = [];
      for await (const chunk of content) bytes.push(chunk as Buffer);
      parts.push({ name, fileName, content: Buffer.concat(bytes).toString('latin1') });
    },
  });
  return parts;
}

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0);
}

const cuts = fc.array(fc.nat(), { maxLength: 5 });
const few = { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4) };

it('receives every file of a form byte for byte, however it is cut', async () => {
  const name = fc.string({ unit: fc.constantFrom(...'abc019 ._-é世/'), minLength: 1, maxLength: 20 });
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    textOf('\r\n', '--', `--${boundary}`.slice(0, -1), '\r\n--a-bound', 'a').map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ fileName: name, value: content }), { minLength: 1, maxLength: 4 }),
      cuts,
      async (files, places) => {
        const parts = await receive(cutAt(formOf(files), places));
        expect(parts).toEqual(
          files.map(({ fileName, value }) => ({ name: 'files', fileName, content: value.toString('latin1') })),
        );
      },
    ),
    few,
  );
});

it('reads any other bytes as a whole form, or refuses them with 4xx', async () => {
  const pieces = [
    `--${boundary}`,
    `--${boundary}--`,
    '\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data',
    '; name="a"',
    '; filename="x"',
    '--',
    'a',
    ': ',
  ];
  const damaged = fc.tuple(fc.nat(), fc.nat(255), fc.boolean()).map(([at, byte, isCut]) => {
    const whole = formOf([
      { fileName: 'a.txt', value: 'abc' },
      { name: 'isPrivate', value: 'true' },
    ]);
    whole[at % whole.length] = byte;
    return isCut ? whole.subarray(0, at % whole.length) : whole;
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        damaged,
        textOf(...pieces).map((text) => Buffer.from(text)),
      ),
      cuts,
      async (bytes, places) => {
        try {
          for (const { name } of await receive(cutAt(bytes, places))) expect(typeof name).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).status).toBe(400);
        }
      },
    ),
    few,
  );
});

it('reads the fields of a form as a visibility, or refuses them with the field', () => {
  const role = fc.constantFrom(
    ...roleNames,
    ...roleNames.map((name) => String(roles[name])),
    '',
    ' Admin ',
    'admin',
    '__proto__',
    '9',
  );
  fc.assert(
    fc.property(
      fc.constantFrom('true', 'false', 'TRUE', '1', ''),
      fc.array(role, { maxLength: 3 }),
      (isPrivate, given) => {
        const fields: FormFields = {};
        readField(fields, 'isPrivate', isPrivate);
        readField(fields, 'allowedRoles', given.join(','));
        try {
          const visibility = readFormVisibility(fields);
          expect(visibilities).toContain(visibility);
          expect(visibility === 'private').toBe(isPrivate === 'true');
          if (visibility === 'admins')
            expect(given.some((name) => name.trim() === 'Admin' || name === String(roles.Admin))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).details).toHaveProperty('fields');
        }
      },
    ),
  );
});

it('reads the name of a part back, and no other name as one', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.string({ unit: fc.constantFrom(...'abc019_'), minLength: 1 }),
      textOf('form-', 'copy-', '-', '/', '..', 'a'),
      (id, portal, other) => {
        expect(readPartName(id)).toEqual({ id, portal: undefined, isCopy: false });
        expect(readPartName(`copy-${id}`)).toEqual({ id, portal: undefined, isCopy: true });
        expect(readPartName(`form-${portal}-${id}`)).toEqual({ id, portal, isCopy: false });
        for (const text of [other, other + id, id + other])
          expect(readPartName(text)?.id ?? '').toMatch(/^[0-9a-f-]*$/);
      },
    ),
  );
});
