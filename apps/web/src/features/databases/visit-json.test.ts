import { describe, expect, it } from 'vitest';
import { visitJson } from './visit-json.ts';

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
    ['{"a":1,}', 7, 'A name in double quotes is expected here.'],
    ['[1 2]', 3, 'A comma or a closing bracket is expected here.'],
    ['{"a" 1}', 5, 'A colon is expected here.'],
    ['{"a":}', 5, 'A value is expected here.'],
    ['[1}', 2, 'A comma or a closing bracket is expected here.'],
    ['{} x', 3, 'Nothing may follow the value.'],
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
});
