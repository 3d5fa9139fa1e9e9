/** Where a text viewer, a terminal or the game may begin a new line. */
export const lineBreak = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/u;
export const lineBreaks = new RegExp(lineBreak, 'gu');

/** Control characters but tab and line feed; also half surrogate pairs, which no encoding can carry. */
const controls = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;
/** Marks that turn the reading direction or show nothing; the two joiners stay, emoji and Persian need them. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

/** Log lines and names as other parts can store them: a NUL is no text for a database, tabs are spaces. */
export function withoutControls(text: string): string {
  return text.replace(controls, '').replaceAll('\t', ' ');
}

export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}
