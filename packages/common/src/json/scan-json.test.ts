import { describe, expect, it } from 'vitest';
import { JsonScanner, visitJson } from './scan-json.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const pieces = '{ } [ ] , : " "a" "\\u00e9" "\\x" 0 -1 1.5e3 01 .5 1. - true nul null \n \t \\ é 12e "b":1'.split(' ');

/** The same texts each time. */
function* randomTexts(count: number): Generator<string> {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let index = 0; index < count; index += 1) {
    yield Array.from({ length: 1 + next(7) }, () => pieces[next(pieces.length)] ?? '').join(next(2) === 0 ? '' : ' ');
  }
}

describe('visitJson', () => {
  it('takes and refuses the same texts as the browser', () => {
    const wrong = [...randomTexts(20_000)].filter((text) => (visitJson(text) === undefined) !== parses(text));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['{"a":1,}', 7, 'Expected a key in double quotes.'],
    ['[1 2]', 3, 'Expected a comma or ].'],
    ['{"a" 1}', 5, 'Expected a colon.'],
    ['{"a":}', 5, 'Expected a value.'],
    ['[1}', 2, 'Expected a comma or ].'],
    ['{} x', 3, 'There is text after the end.'],
    ['{"a":[1', 7, 'The text ends too early.'],
    ['["a', 1, 'This string has no closing quote.'],
    ['', 0, 'The text ends too early.'],
  ])('reports the offset where %s is wrong', (text, at, message) => {
    expect(visitJson(text)).toEqual({ at, message });
  });

  it('reads any depth', () => {
    const depth = 100_000;
    expect(visitJson('['.repeat(depth) + ']'.repeat(depth))).toBeUndefined();
  });

  it('reads long strings, long keys and long whitespace in pieces, with the same tokens', () => {
    const long = 'a\\n😀'.repeat(100_000);
    const text = `{"${long}":${' '.repeat(200_000)}["${long}",{}]}`;
    const tokens: [string, number, number][] = [];
    const visitor = {
      open: (start: number) => tokens.push(['open', start, start]),
      close: (end: number) => tokens.push(['close', end, end]),
      key: (start: number, end: number) => tokens.push(['key', start, end]),
      scalar: (start: number, end: number) => tokens.push(['scalar', start, end]),
    };
    expect(visitJson(text, visitor)).toBeUndefined();
    const whole = tokens.splice(0);
    const scanner = new JsonScanner(text, visitor);
    let reads = 1;
    while (!scanner.read(1)) reads += 1;
    expect(tokens).toEqual(whole);
    expect(reads).toBeGreaterThan(20);
  });
});
