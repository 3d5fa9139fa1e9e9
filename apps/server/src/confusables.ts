/**
 * Letters that look like Latin ones, by script and in the order of their code points: the ones in use of the confusables of
 * Unicode TS 39. Names are folded (`reserved-names.ts`) before these are looked up, so accents and widths are not in here.
 * Changing this table does not change the stored skeletons of names.
 */
const lookAlikes: readonly [script: string, letters: string, latin: string][] = [
  ['Latin', '\u00d0\u00d8\u00f0\u00f8\u0110\u0111\u0126\u0127\u0131\u0141\u0142\u0166\u0167', 'DOdoDdHhiLlTt'],
  ['Latin, capital of phonetic', '\u0196\u0197\u01a6\u0243\u2c6d\ua7ac\ua7ae', 'IIRBAGI'],
  [
    'Latin, small capital',
    '\u0262\u026a\u0274\u0280\u029f\u1d00\u1d05\u1d07\u1d0a\u1d0b\u1d0d\u1d18\u1d1b\u1d1c\u1d20\u1d21\u1d22',
    'ginrladejkmptuvwz',
  ],
  ['Latin, small capital', '\ua730\ua731\ua7af', 'fsq'],
  ['Latin, phonetic', '\u0180\u0237\u0251\u0261\u0268\u0269\u028f\u0299\u029c\u1d04\u1d0f', 'bjagiiybhco'],
  [
    'Greek, capital',
    '\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7',
    'ABEZHIKMNOPTYX',
  ],
  ['Greek, small', '\u03b1\u03b3\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c3\u03c4\u03c5\u03c7', 'aynikvopotux'],
  ['Greek, other', '\u03f2\u03f3\u03f9', 'cjC'],
  ['Cyrillic, capital', '\u0405\u0406\u0408\u0410\u0412\u0415\u0417\u041a\u041c\u041d\u041e\u0420', 'SIJABE3KMHOP'],
  ['Cyrillic, capital', '\u0421\u0422\u0423\u0425\u042c', 'CTYXb'],
  [
    'Cyrillic, small',
    '\u0430\u0431\u0432\u0433\u0435\u0437\u043a\u043c\u043d\u043e\u043f\u0440\u0441',
    'a6bre3kmhonpc',
  ],
  ['Cyrillic, small', '\u0442\u0443\u0445\u044c\u0455\u0456\u0458', 'tyxbsij'],
  ['Cyrillic, other', '\u0474\u0475\u0490\u0491\u04ae\u04af\u04ba\u04bb\u04c0\u04cf', 'VvrrYyhhll'],
  ['Cyrillic, other', '\u0500\u0501\u050c\u051a\u051b\u051c\u051d', 'ddGQqWw'],
  ['Armenian', '\u053c\u054d\u054f\u0555\u0566\u0570\u0575\u0578\u057d\u0581\u0585', 'LUSOqhjnugo'],
  ['Cherokee', '\u13a0\u13a1\u13a2\u13a5\u13a9\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13bd\u13c0', 'DRTiYAJEWMHYG'],
  ['Cherokee', '\u13c2\u13c3\u13cf\u13d2\u13d4\u13d5\u13d9\u13da\u13de\u13df\u13e2\u13e6\u13e7', 'hZbRWSVSLCPKd'],
  ['Cherokee', '\u13f3\u13f4', 'GB'],
];

const latinOf = new Map(
  lookAlikes.flatMap(([, letters, latin]) =>
    Array.from(letters, (letter, index) => [letter, latin[index] ?? letter] as const),
  ),
);

/** After case is gone: `l`, `I`, `i`, `1` and `|` are one, and so are `o` and `0`. */
const alike: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', '|': 'l', rn: 'm', vv: 'w' };

/** What a folded name looks like: the same for two names that people take for each other. */
export function skeletonOf(folded: string): string {
  return toLatin(folded)
    .toLowerCase()
    .replace(/[01i|]|rn|vv/g, (letters) => alike[letters] ?? letters);
}

export function toLatin(text: string): string {
  return Array.from(text, (letter) => latinOf.get(letter) ?? latinOf.get(capitalOf(letter)) ?? letter).join('');
}

/** Small Cherokee letters look like small capitals; all others have entries of their own. */
function capitalOf(letter: string): string {
  return /[\uab70-\uabbf]/.test(letter) ? letter.toUpperCase() : letter;
}

/** The Recommended scripts of Unicode UAX 31, with Common and Inherited. */
const supportedScripts = [
  /[\p{sc=Zyyy}\p{sc=Zinh}\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Geor}]/u,
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Thaa}\p{sc=Ethi}]/u,
  /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/u,
  /[\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}]/u,
  /[\p{sc=Khmr}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Thai}\p{sc=Tibt}]/u,
];

/** A letter of a script of the past or of few people: many look like Latin ones, more than the table above can list. */
export function hasUnsupportedLetter(name: string): boolean {
  for (const letter of name)
    if (/[\p{L}\p{M}\p{N}]/u.test(letter) && !supportedScripts.some((script) => script.test(letter))) return true;
  return false;
}

/** A word of Latin letters with Cyrillic or Greek ones among them, which people write only to deceive. */
export function mixesScripts(name: string): boolean {
  const words = name.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));
}
