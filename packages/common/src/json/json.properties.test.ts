import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textOf } from '../any-text.fixture.ts';
import { JsonError } from './json-error.ts';
import { positionOf } from './json-position.ts';
import { beginString, endOfString, readString } from './json-string.ts';
import { printJson } from './print-json.ts';
import { JsonScanner, visitJson } from './scan-json.ts';

const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });
const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '\\',
  '\\u00',
  '0',
  '-',
  '.',
  'e',
  '1',
  'true',
  'null',
  ' ',
  '\n',
];
const nearly = textOf(...pieces);
/** JSON as people and programs write it, sometimes with a character replaced. */
const document = fc.oneof(
  fc.json(),
  fc.json().map((json) => JSON.stringify(JSON.parse(json), null, 2)),
  fc.tuple(blank, fc.json(), blank).map((parts) => parts.join('')),
);
const damaged = fc
  .tuple(document, fc.nat(), fc.constantFrom('', ...pieces, '\u2028', '\ufeff'))
  .map(([json, at, sign]) => json.slice(0, at % json.length) + sign + json.slice((at % json.length) + 1));

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

it('accepts exactly the texts that JSON.parse accepts, and reports a place within the others', () => {
  fc.assert(
    fc.property(fc.oneof(document, damaged, nearly), (text) => {
      const stop = visitJson(text);
      expect(stop === undefined).toBe(parse(text) !== undefined);
      expect(stop === undefined || (stop.at >= 0 && stop.at <= text.length)).toBe(true);
    }),
  );
});

const tokensOf = (text: string, tokens: number) => {
  const found: unknown[] = [];
  const note = (...values: unknown[]) => void found.push(values);
  const scanner = new JsonScanner(text, { open: note, close: note, key: note, scalar: note });
  try {
    while (!scanner.read(tokens));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    found.push(error.message, error.at);
  }
  return found;
};

it('finds the same tokens however it pauses', () => {
  fc.assert(
    fc.property(fc.oneof(document, damaged), fc.integer({ min: 1, max: 5 }), (text, tokens) => {
      expect(tokensOf(text, tokens)).toEqual(tokensOf(text, Infinity));
    }),
  );
});

it('prints as JSON.stringify does, and a second time the same', () => {
  fc.assert(
    fc.property(fc.oneof(document, damaged, nearly), (text) => {
      const parsed = parse(text);
      const printed = printJson(text);
      expect(printed === undefined).toBe(parsed === undefined);
      if (!parsed || printed === undefined) return;
      expect(JSON.parse(printed)).toEqual(parsed.value);
      expect(printJson(printed)).toBe(printed);
      // Written by JSON.stringify: no numbers or strings that it would write in another way.
      const written = JSON.stringify(parsed.value);
      expect(printJson(written)).toBe(JSON.stringify(parsed.value, null, 2));
    }),
  );
});

it('ends a string where JSON.parse ends it, in one piece or several; strictly, only if it is well-formed', () => {
  fc.assert(
    fc.property(
      textOf('"', '\\', '\\u', 'd83e', 'dd96', '\n', '🦖'),
      textOf('"', 'a'),
      fc.nat(8),
      (text, after, size) => {
        const json = JSON.stringify(text);
        expect(endOfString(json + after, 0)).toBe(json.length);
        const read = beginString(0, true);
        const readAll = () => {
          while (!read.isEnded) readString(json + after, read, size + 1);
          return read.at;
        };
        if (!/\p{Cs}/u.test(text)) expect(readAll()).toBe(json.length);
        else expect(readAll).toThrow('half of a character');
      },
    ),
  );
});

it('counts lines and columns as a split at the line breaks does', () => {
  fc.assert(
    fc.property(textOf('\n', '\r', '\r\n', 'a'), fc.nat(), (text, number) => {
      const at = number % (text.length + 1);
      const before = (text.slice(0, at) + (text.slice(at - 1, at + 1) === '\r\n' ? 'x' : '')).split(/\r\n|\r|\n/);
      const { line, column } = positionOf(text, at);
      const isBetween = text.slice(at - 1, at + 1) === '\r\n';
      if (!isBetween) expect([line, column]).toEqual([before.length, (before.at(-1) ?? '').length + 1]);
    }),
  );
});
