/** As it stands in a puzzle: small letters without accents. Undefined where other things are in it. */
export function foldLetters(text: string): string | undefined {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return /^[a-z]*$/.test(folded) ? folded : undefined;
}
