/** Lowercase without accents; undefined where the text has anything but letters. */
export function foldLetters(text: string): string | undefined {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return /^[a-z]*$/.test(folded) ? folded : undefined;
}
