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

const escape = '\u001b';
const bell = '\u0007';

/** `ESC [ … letter`, `ESC ] … BEL`, other two-character ones; each stops at the next ESC, so the time is linear. */
const sequences = new RegExp(
  [
    `(?:${escape}\\[|\u009b)[0-?]*[ -/]*[@-~]?`,
    `${escape}[\\]PX^_][^${escape}${bell}\\n]*(?:${bell}|${escape}\\\\)?`,
    `${escape}[ -~]?`,
  ].join('|'),
  'g',
);

/** Takes away colour and cursor codes whole: without ESC alone, their rest would stay readable. */
export function withoutEscapes(text: string): string {
  return text.replace(sequences, '');
}

const tags = /<RichColor[^<>]{0,100}>|<\/>/gi;
const tagStarts = /<(?=RichColor|\/>)/gi;

/** Takes away the colours the game writes into tribe logs, and what would colour or hide a text sent to it. */
export function withoutRichColor(text: string): string {
  // What is left may join into a new tag, so the start of one is broken up.
  return text.replace(tags, '').replace(tagStarts, '< ');
}
