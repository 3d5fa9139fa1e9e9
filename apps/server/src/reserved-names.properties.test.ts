import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasUnsupportedLetter, mixesScripts } from './name-scripts.ts';
import { foldLookAlikes, isReservedName, lookAlikeKey } from './reserved-names.ts';

/** Letters of TS 39 that people take for these. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑⱭａáᴀ',
  b: 'ʙɃ',
  c: 'сϲｃçᴄ',
  d: 'ᴅ',
  e: 'еéｅᴇ',
  f: 'ꜰ',
  g: 'ɢꞬ',
  h: 'һհｈʜ',
  i: 'іιｉ1lIɪꞮƖƗ',
  j: 'јϳｊᴊ',
  k: 'ᴋ',
  l: 'ʟ',
  m: 'ᴍ',
  n: 'ɴ',
  o: 'оοօ0ｏöºᴏ',
  p: 'рρｐᴘ',
  q: 'ԛｑꞯ',
  r: 'ʀƦ',
  s: 'ѕｓšꜱ',
  t: 'ᴛ',
  u: 'ᴜ',
  v: 'ᴠ',
  w: 'ԝｗᴡ',
  x: 'хχｘ',
  y: 'уγｙýʏ',
  z: 'ᴢ',
};
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const word = fc.string({ unit: letter, minLength: 2, maxLength: 16 });
const invisible = fc.constantFrom('', '\u200b', '\u200d', '\u00ad', '\ufe0f', '\u2060', '\u0301', '\u{e0061}');
const disguises = fc.array(fc.tuple(fc.nat(), invisible, fc.boolean()), { minLength: 16, maxLength: 16 });

/** The name as somebody would write it who wants to be taken for another. */
function disguise(name: string, ways: [number, string, boolean][]): string {
  return Array.from(name, (plain, index) => {
    const [way = 0, mark = '', isCapital = false] = ways[index] ?? [];
    const choices = [plain, ...(lookAlikes[plain] ?? '')];
    const chosen = choices[way % choices.length] ?? plain;
    return (isCapital && chosen === plain ? plain.toUpperCase() : chosen) + mark;
  }).join('');
}

it('gives a name and everything that looks like it the same key', () => {
  fc.assert(
    fc.property(word, disguises, (name, ways) => {
      expect(lookAlikeKey(disguise(name, ways))).toBe(lookAlikeKey(name));
    }),
  );
});

it('knows a reserved name in every disguise, also with signs around it', () => {
  const sign = fc.constantFrom('', '!', '[', '·', '-', '★ ');
  fc.assert(
    fc.property(word, disguises, sign, sign, (name, ways, before, after) => {
      const written = before + disguise(name, ways) + after;
      expect(isReservedName(written, [name])).toBe(true);
      expect(isReservedName(`${written}] Olive:`, [name])).toBe(true);
      expect(isReservedName(`${name}z${written}`, [name])).toBe(false);
    }),
  );
});

it('folds once: a folded name stays as it is, and is the same for all forms of Unicode', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
      const folded = foldLookAlikes(name);
      expect(foldLookAlikes(folded)).toBe(folded);
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        expect(foldLookAlikes(name.normalize(form))).toBe(folded);
    }),
  );
});

it('notices each word that mixes Latin with Cyrillic or Greek letters, and no other', () => {
  const cyrillic = fc.string({ unit: fc.constantFrom(...'бгджзиклмнпрстуфхцчшщэюя'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(word, cyrillic, fc.constantFrom(' ', '-', '_', '.'), (latin, other, gap) => {
      expect([latin, other, `${latin}${gap}${other}`].map(mixesScripts)).toEqual([false, false, false]);
      expect([latin + other, `${gap}${other}${latin}`].map(mixesScripts)).toEqual([true, true]);
    }),
  );
});

it('notices each letter of a script that is not supported, wherever it stands, and no other', () => {
  // Lisu, Cherokee, Coptic, Osmanya, Deseret, runes, Tifinagh, Yi, Gothic, N'Ko; letters, a digit and a mark.
  const other = fc.constantFrom(...'ꓳꓪᎷꮇⲟⲞ𐒄𐒠𐐄𐐬ᚠⵔꀀ𐌰ߐ߫');
  const common = fc.string({ unit: fc.constantFrom(...'aÉжΩאبकกあカ漢한аზⴀኢཀကළ០ະ9_ 🦖👩‍🚀é'), maxLength: 12 });
  fc.assert(
    fc.property(common, other, common, (before, letter, after) => {
      expect(hasUnsupportedLetter(before + after)).toBe(false);
      expect(hasUnsupportedLetter(before + letter + after)).toBe(true);
    }),
  );
});
