import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLetters } from './letters.ts';
import { buildWordIndex } from './word-index-builder.ts';
import { packWordIndex, unpackWordIndex } from './word-index.ts';
import { searchWords } from './word-search.ts';

const word = fc.string({ unit: fc.constantFrom(...'aeknstz'), minLength: 2, maxLength: 7 });
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 20 });
const all = { words: Infinity, steps: Infinity };

/** By taking each letter away. */
function isMade(made: string, characters: string): boolean {
  const left = Array.from(characters);
  return Array.from(made).every((letter) => {
    const at = left.includes(letter) ? left.indexOf(letter) : left.indexOf('?');
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

it('finds exactly the words that the letters make, the longest first, before and after it was stored', () => {
  fc.assert(
    fc.property(words, fc.string({ unit: fc.constantFrom(...'aeknstz?'), maxLength: 9 }), (given, characters) => {
      const index = buildWordIndex(given);
      const expected = given
        .filter((made) => isMade(made, characters))
        .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
      expect(searchWords(index, characters, all)).toEqual({ words: expected, count: expected.length });
      const stored = unpackWordIndex(packWordIndex(index));
      expect(stored && searchWords(stored, characters, all).words).toEqual(expected);
    }),
  );
});

it('takes no other bytes for an index', () => {
  fc.assert(
    fc.property(words, fc.nat(), fc.uint8Array(), (given, cut, other) => {
      const bytes = packWordIndex(buildWordIndex(given));
      expect(unpackWordIndex(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
      expect(unpackWordIndex(Buffer.from(other))).toBeUndefined();
    }),
  );
});

it('folds any text to small letters, or not at all; and folded letters to themselves', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'abcÉïçＡ') })),
      (text) => {
        const folded = foldLetters(text);
        if (folded === undefined) return;
        expect(folded).toMatch(/^[a-z]*$/);
        expect(foldLetters(folded)).toBe(folded);
      },
    ),
  );
});
