/**
 * Letters and signs that look like Latin ones, by script and in the order of their code points: of the confusables of Unicode
 * TS 39, those that may stand in a word of Latin letters (see `name-scripts.ts`) or that words of another script are made of to look
 * Latin. Not those that people know as letters of their own, such as U+00E6 and U+00FE. Names are folded (`reserved-names.ts`)
 * before these are looked up, so accents and widths are not in here.
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
  ['Latin, other', '\u017f\u0182\u0183\u0184\u0189\u018c\u018d\u0191\u0192\u0199\u019a\u019d\u019e', 'fbbbDdgFfklNn'],
  ['Latin, other', '\u019f\u01a5\u01a7\u01ad\u01ae\u01b4\u01b5\u01b6\u01b7\u01bb\u01bc\u01bd\u01bf', 'Op2tTyZz325sp'],
  ['Latin, other', '\u01c0\u01e4\u01e5\u021c\u0222\u0223\u0224\u0225\u023c\u023e\u0244\u0246\u0247', 'lGg388ZzcTUEe'],
  ['Latin, other', '\u0248\u0249\u024d\u024e\u024f\u0253\u0256\u0257\u0260\u0263\u0266\u026b\u026d', 'JjrYybddgyhll'],
  ['Latin, other', '\u026f\u0273\u0275\u027c\u027d\u0282\u028b\u0290\u02a0\u1d11\u1d6e\u1d70\u1d72', 'wnorrsuzqofnr'],
  ['Latin, other', '\u1d74\u1d75\u1d76\u1d7b\u1d7c\u1d7d\u1d7e\u1d83\u1d8c\u1e9a\u1e9d\u1eff\u2c67', 'stziipugyafyH'],
  ['Latin, other', '\u2c69\ua740\ua74a\ua74b\ua75a\ua761\ua76a\ua76e\ua798\ua799\ua79f\ua7ab\ua7b2', 'KKOo2w39Ffu3J'],
  ['Latin, other', '\ua7b3\ua7b4\uab32\uab35\uab3d\uab3e\uab47\uab48\uab4e\uab52\uab5a', 'XBefoorruuy'],
  ['digit zero', '\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0', 'ooooooooooooo'],
  ['digit zero', '\u3007', 'o'],
  ['Hangul and Han', '\u110b\u1175\u4e28', 'oll'],
  ['symbol', '|\u00a2\u00a5\u00d7\u02db\u037a\u05c0\u166d\u166e\u20a1\u20a9\u20ab\u20ad\u20ae', 'lcYxiilXxCWdKT'],
  ['symbol', '\u212e\u2223\u2228\u222a\u2296\u229d\u22a4\u22c1\u22c3\u22ff\u2361\u236c\u2373', 'elvUOOTvUETOi'],
  ['symbol', '\u2374\u2376\u2378\u237a\u23fd\u2573\u27d9\u292b\u292c\u2a2f\u2a30\uffe8\u{1018e}', 'paialXTxxxxlN'],
  ['symbol', '\u{10196}\u{10197}\u{1d206}\u{1d20d}\u{1d212}\u{1d213}\u{1d216}\u{1d21a}\u{1d22a}', 'XV3V7FROL'],
  ['symbol', '\u{1f16e}\u{1f708}\u{1f714}\u{1f74c}\u{1f768}', 'CVOCT'],
];

/** Those that look like several letters. */
const ligatures: readonly [letters: string, latin: string][] = [
  ['\u01c1\u2016\u2225\u{10199}', 'll'],
  ['\u0271\u1d6f\u20a5', 'm'],
  ['\u02a3', 'dz'],
  ['\u02a6', 'ts'],
  ['\u02a9', 'fn'],
  ['\u02aa', 'ls'],
  ['\u02ab', 'lz'],
  ['\u1d6b', 'ue'],
  ['\u20b6', 'lt'],
  ['\u221e\ua74e\ua74f', 'oo'],
  ['\u23e8', '10'],
  ['\ua728', 't3'],
  ['\ua732\ua733', 'aa'],
  ['\ua734\ua735', 'ao'],
  ['\ua736\ua737', 'au'],
  ['\ua738\ua739\ua73a\ua73b', 'av'],
  ['\ua73c\ua73d', 'ay'],
  ['\ua777', 'tf'],
  ['\uab63', 'uo'],
  ['\u{10198}', 'lls'],
  ['\u{1f700}', 'qe'],
  ['\u{1f707}', 'ar'],
  ['\u{1f75c}', 'sss'],
  ['\u{1f76b}', 'mb'],
  ['\u{1f76c}', 'vb'],
];

const latinOf = new Map([
  ...lookAlikes.flatMap(([, letters, latin]) =>
    Array.from(letters, (letter, index) => [letter, latin[index] ?? letter] as const),
  ),
  ...ligatures.flatMap(([letters, latin]) => Array.from(letters, (letter) => [letter, latin] as const)),
]);

/** After case is gone: `l`, `I`, `i` and `1` are one, and so are `o` and `0`. */
const alike: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', rn: 'm', vv: 'w' };

/** What a folded name looks like: the same for two names that people take for each other. */
export function skeletonOf(folded: string): string {
  return toLatin(folded)
    .toLowerCase()
    .replace(/[01i]|rn|vv/g, (letters) => alike[letters] ?? letters);
}

export function toLatin(text: string): string {
  return Array.from(text, (letter) => latinOf.get(letter) ?? latinOf.get(capitalOf(letter)) ?? letter).join('');
}

/** Small Cherokee letters look like small capitals; all others have entries of their own. */
function capitalOf(letter: string): string {
  return /[\uab70-\uabbf]/.test(letter) ? letter.toUpperCase() : letter;
}
