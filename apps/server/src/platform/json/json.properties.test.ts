import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatJson } from './json-format.ts';
import { isHeld } from './json-number.ts';
import { scanJson } from './json-scan.ts';
import { quoteString, unquoteString } from './long-string.ts';

const maxDepth = 20;
/** What any program reads the same: no key that is refused, no number that another would round. */
const key = fc
  .string({ unit: 'grapheme', maxLength: 8 })
  .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name));
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(key, tie('any'), { maxKeys: 4 }),
  ),
})).any;
const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"b"',
  '"__proto__"',
  '"\\u0061"',
  '"\\ud83e"',
  '1',
  '1e400',
  '0.1',
  '9007199254740993',
  'null',
  ' ',
];
const nearly = textOf(...pieces);

it('accepts every document that JSON.stringify writes, and knows its members', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(key, value, { maxKeys: 5 }),
      fc.constantFrom(undefined, 2),
      async (document, indent) => {
        const text = JSON.stringify(document, null, indent);
        const scan = await scanJson(text, 100);
        if (scan.problem) throw new Error(scan.problem.message);
        const members = Array.from(scan.members, ([name, { start, end }]) => [
          name,
          JSON.parse(text.slice(start, end)) as unknown,
        ]);
        expect(Object.fromEntries(members)).toEqual(JSON.parse(text));
        expect(Object.keys(Object.fromEntries(members))).toEqual(Object.keys(JSON.parse(text) as object));
      },
    ),
  );
});

const tokens = (json: string) => json.match(/"(?:\\.|[^"\\])*"|[^\s{}[\],:"]+/g)?.length ?? 0;

it('accepts no text that a program would read as something else', async () => {
  await fc.assert(
    fc.asyncProperty(nearly, async (text) => {
      const scan = await scanJson(text, maxDepth);
      if (scan.problem) {
        expect(scan.problem.line).toBeGreaterThan(0);
        expect(scan.problem.column).toBeGreaterThan(0);
        return;
      }
      // Nothing is lost on a way through another program, so no key was there twice and no number was rounded.
      const parsed: unknown = JSON.parse(text);
      expect(tokens(JSON.stringify(parsed))).toBe(tokens(text));
      expect(text).not.toMatch(/\p{Cs}/u);
    }),
  );
});

it('formats by whitespace alone, and a formatted text as itself', async () => {
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(undefined, '', '  ', '\t'), async (document, indent) => {
      const format = async (text: string) => (await formatJson(text, { indent, maxBytes: 1e6 }))?.toString() ?? '';
      const formatted = await format(JSON.stringify(document, null, 3));
      expect(JSON.parse(formatted)).toEqual(JSON.parse(JSON.stringify(document)));
      expect(await format(formatted)).toBe(formatted);
      if (indent === undefined) expect(formatted).toBe(JSON.stringify(document));
    }),
  );
});

it('quotes any string as JSON.stringify does, and reads it back', async () => {
  const long = fc
    .tuple(textOf('"', '\\', '\n', '🦖', '\ud83e'), fc.constantFrom(1, 9_000))
    .map(([text, times]) => text.repeat(times));
  await fc.assert(
    fc.asyncProperty(long, async (text) => {
      expect(JSON.parse(await quoteString(text))).toBe(text);
      expect(await unquoteString(JSON.stringify(text))).toBe(text);
    }),
    { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 4) },
  );
});

const digits = (text: string) =>
  text
    .replace(/^-/, '')
    .replace(/e.*$/i, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');

it('holds a number exactly if JavaScript gives back its digits', () => {
  const literal = fc.stringMatching(/^-?(?:0|[1-9]\d{0,18})(?:\.\d{1,6})?(?:[eE][+-]?\d{1,3})?$/);
  fc.assert(
    fc.property(literal, (text) => {
      const number = Number(text);
      const written = [number.toPrecision(Math.max(1, digits(text).length)), String(number)].map(digits);
      if (isHeld(text) && number !== 0) expect(written).toContain(digits(text));
      if (!isHeld(text)) expect(digits(text)).not.toBe('');
    }),
  );
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(isHeld(String(number))).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (number) => {
      expect(isHeld(JSON.stringify(number))).toBe(true);
    }),
  );
});
