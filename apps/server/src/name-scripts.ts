/** The Recommended scripts of Unicode UAX 31, by which may stand together in a word: about "Highly Restrictive" of TS 39. */
const scriptsOfWords = [
  ['Latn', 'Hani', 'Hira', 'Kana', 'Hang', 'Bopo'],
  ...['Cyrl', 'Grek', 'Armn', 'Geor', 'Arab', 'Hebr', 'Thaa', 'Ethi'].map((script) => [script]),
  ...['Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu'].map((script) => [script]),
  ...['Khmr', 'Laoo', 'Mymr', 'Thai', 'Tibt'].map((script) => [script]),
];

/** Each with what belongs to all scripts, such as ASCII digits and accents: look-alikes are found without accents. */
const lettersOfWords = scriptsOfWords.map((scripts) => {
  const own = scripts.map((script) => `\\p{scx=${script}}`).join('');
  return new RegExp(`^[\\p{scx=Zyyy}\\p{sc=Zinh}${own}]$`, 'u');
});

/** Why no account may take this name, whatever the others are called. */
export function findScriptProblem(name: string): string | undefined {
  if (hasUnsupportedLetter(name))
    return "The username has letters of a script that isn't supported. Use a common one, such as Latin, Cyrillic, Arabic or Chinese.";
  if (mixesScripts(name))
    return "A word of the username can't mix letters or digits of several scripts, such as Latin and Cyrillic.";
  return hasUnusualSpace(name) ? 'The username can only have ordinary spaces.' : undefined;
}

/** A letter of a script of the past or of few people: many look like Latin ones, more than `confusables.ts` can list. */
export function hasUnsupportedLetter(name: string): boolean {
  for (const letter of name)
    if (/[\p{L}\p{M}\p{N}]/u.test(letter) && !lettersOfWords.some((letters) => letters.test(letter))) return true;
  return false;
}

/**
 * A word with letters that people mix only to deceive, such as Latin with Cyrillic ones, or with digits of two numbering
 * systems. All digits but ASCII ones count as letters of their script.
 */
export function mixesScripts(name: string): boolean {
  const words = name.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.some((word) => {
    const signs = Array.from(word);
    return mixesDigits(word) || !lettersOfWords.some((letters) => signs.every((sign) => letters.test(sign)));
  });
}

/** The ten digits of a numbering system differ in the last four bits. */
function mixesDigits(word: string): boolean {
  const systems = Array.from(word.matchAll(/\p{Nd}/gu), ([digit]) => (digit.codePointAt(0) ?? 0) >> 4);
  return new Set(systems).size > 1;
}

/** One that is narrower or wider than others: names that differ in it alone look the same. */
export function hasUnusualSpace(name: string): boolean {
  return /[^\P{Zs} \u00a0\u3000]/u.test(name);
}
