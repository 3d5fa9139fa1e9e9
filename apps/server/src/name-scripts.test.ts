import { describe, expect, it } from 'vitest';
import { findScriptProblem, mixesScripts } from './name-scripts.ts';
import { isReservedName, lookAlikeKey } from './reserved-names.ts';

/** Of confusables.txt of Unicode 17: for each letter, up to two of every script that look like it, and symbols. */
const confusables: Readonly<Record<string, string>> = {
  o:
    '\u0c02\u0c66\u0c82\u0ce6\u0d02\u0d66\u0d82\u0966\u09e6\u0a66\u0ae6\u0b66\u0b20\u0be6\u0e50\u0ed0\u1040\u101d\u17e0\u0665' +
    '\u06f5\u1d0f\u1d11\u03bf\u03c3\u2c9f\u03ed\u043e\u041e\u10ff\u0585\u0555\u05e1\u{1042c}\u{10404}\u07c0\u3007\u2d54\u12d0\ua4f3',
  l: '\u05c0\u05d5\u0627\u2223\u23fd\u0661\u06f1\u0196\u01c0\u0399\u{1d22a}\u2c92\u2cd0\u0406\u04cf\u07ca\u2d4f\ua4f2\u13de\u14aa',
  i: '\u2373\u0131\u026a\u03b9\u2c93\u0456\ua647\u0582\uab75\u13a5',
  a: '\u237a\u0251\u03b1\u0391\u0430\u0410\u13aa\u15c5\ua4ee',
  e: '\u212e\u22ff\uab32\u0435\u04bd\u0395\u2d39\u13ac\ua4f0',
  c: '\u1d04\u2ca5\u2ca4\u0441\u0421\u1004\u105a\uabaf\u13df\u{1043d}\u{10415}\u{1f74c}\ua4da',
  p: '\u2374\u01bf\u03c1\u03f8\u2ca3\u2ccf\u0440\u0420\u13e2\u146d\ua4d1',
  x: '\u166e\u1541\u00d7\u292b\u292c\u2a2f\u0445\u0425\ua7b3\u03a7\u2cac\u2d5d\ua4eb',
  s: '\ua731\u01bd\u0455\u0405\u0d1f\uabaa\u13d5\u{10448}\u{10420}\u054f\ua4e2',
};

const isKeptApart = (disguise: string, name: string) =>
  findScriptProblem(disguise) !== undefined || lookAlikeKey(disguise) === lookAlikeKey(name);

it.each(Object.entries(confusables))(
  'no name with what looks like %s is another than the one with it',
  (letter, looks) => {
    const names = ['bob', 'paul', 'owner', 'alice', 'rex', 'rose', 'portal'].filter((name) => name.includes(letter));
    expect(names).not.toEqual([]);
    for (const name of names)
      for (const look of looks) {
        const disguise = name.replace(letter, look);
        expect(isKeptApart(disguise, name), `${disguise} U+${look.codePointAt(0)?.toString(16)}`).toBe(true);
      }
  },
);

it.each([
  ['Bob', 'B\u0e50b', 'B\u0966b', 'B\u0c66b', 'B\u3007b', 'B\u05e1b', 'B\u110bb'],
  ['Boo', 'B\u221e', 'B\ua74f'],
  ['Paul', 'Pau\u01c0', 'Pau\u2223', 'Pau\u4e28', 'Pau\u3163', 'Pau\uff5c', 'Pau\u0627', 'P\ua737l', 'Pau\u200al'],
  ['Aiis', 'A\u0627is', 'A\u2223is', 'A\u01c1s'],
  ['\u0421\u043e\u043d\u044f', '\u0421\u05e1\u043d\u044f', '\u0421\u0966\u043d\u044f', '\u0421o\u043d\u044f'],
  ['Jane Doe', 'Jane  Doe', 'Jane\u00a0Doe', 'Jane\u3000Doe', 'Jane\u2009Doe', 'Jane\u1680Doe'],
])('%s is not taken for another', (name, ...disguises) => {
  expect(findScriptProblem(name)).toBeUndefined();
  for (const disguise of disguises) expect(isKeptApart(disguise, name), disguise).toBe(true);
});

it('a name of Cyrillic letters alone that reads like a Latin one has its skeleton', () => {
  expect(findScriptProblem('\u0440\u0430\u0443\u0440\u0430')).toBeUndefined();
  expect(lookAlikeKey('\u0440\u0430\u0443\u0440\u0430')).toBe(lookAlikeKey('paypa'));
});

it('a reserved name is one with signs for letters, too, and with signs around it', () => {
  for (const name of [
    '\u0c66wner',
    '\u3007wner',
    '|Owner|',
    '\u00d7 Owner \u00d7',
    '\u2016Owner\u2016',
    '\u221e Owner',
  ])
    expect(isReservedName(name, ['owner']), name).toBe(true);
  for (const name of ['Porta|', 'Porta\uff5c', 'Porta\u2223', '\uff5cPorta\u01c0\uff5c] Olive:'])
    expect(isReservedName(name, ['portal']), name).toBe(true);
  expect(isReservedName('Owner of all', ['owner'])).toBe(false);
});

describe('a word has letters and digits that people write together', () => {
  it.each([
    [
      'Latin with Chinese, Japanese or Korean',
      '\u5c0fBob',
      'Bob\u3055\u3093',
      'T\u30b7\u30e3\u30c4',
      'TTV\uae40',
      '\u963f\u3105B',
    ],
    ['Chinese with Japanese', '\u5c71\u7530\u3005\u30fc\u306e\u30ab', '\u4e8c\u3007\u4e8c\u3007'],
    [
      'accents of all kinds',
      'Zo\u0308e\u0301',
      '\u0438\u0301',
      '\u1ed6\u0323',
      '\u03ac\u0308',
      'Z\u0334\u0321a\u0337l\u0338',
    ],
    [
      'marks of its own',
      '\u0928\u093f\u0936\u093e',
      '\u0e2a\u0e21\u0e0a\u0e32\u0e22',
      '\u0645\u064f\u062d\u0645\u062f',
      '\u05e9\u05b8\u05c1',
    ],
    [
      'apostrophes',
      'O\u2019Neil',
      'O\u02bcNeil',
      '\u041c\u2019\u044f\u0442\u0430',
      '\u041c\u02bc\u044f\u0442\u0430',
      "K'in",
    ],
    [
      'digits of its own, or ours',
      '\u0639\u0644\u064a\u0663',
      '\u0639\u0644\u064a3',
      '\u0e01\u0e52',
      '\u0416\u0430\u043d2',
      'R2\uff12',
      'x\u00b2',
    ],
    [
      'other words beside it',
      'Team \u0416\u0430\u043d\u043d\u0430',
      'DJ-\u0416\u0435\u043a\u0430',
      'Ann \u03a9',
      'Tom_\u10d2\u10d8\u10dd',
    ],
    [
      'signs and emoji',
      '\u2605 Rex \u2605',
      '\u{a9c1}Rex\u{a9c2}',
      '\u00af\\_(\u30c4)_/\u00af',
      'Rex\u{1f996}',
      '\u{1d56c}\u{1d570}',
    ],
  ])('such as %s', (_, ...names) => {
    for (const name of names) expect(findScriptProblem(name), name).toBeUndefined();
  });

  it.each([
    ['Latin with Thai, Arabic, Hebrew', 'Pa\u0e32l', 'Al\u064a', 'N\u05d9'],
    ['Cyrillic with Greek, Greek with Armenian', '\u0416\u03b1', '\u03b1\u0561'],
    ['Cyrillic with Chinese', '\u0416\u5c0f'],
    ['a mark of another script', 'Pau\u093e', 'B\u0d02b', 'Ma\u0483'],
    ['digits of another script', 'Rex\u0663', '\u0416\u0967', '\u0e01\u0967'],
    ['digits of two numbering systems', '1\u0967', '\u0639\u0663\u06f4', '\u0e012\u0e51', 'R2\u0662'],
  ])('not %s', (_, ...names) => {
    for (const name of names) expect(mixesScripts(name), name).toBe(true);
  });
});
