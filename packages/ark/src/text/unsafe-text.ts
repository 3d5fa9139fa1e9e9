/** Everything that a text viewer, a terminal or the game treats as a line break. */
export const lineBreak = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/u;
export const lineBreaks = new RegExp(lineBreak, 'gu');

/** One of them, a tab, another control character or a lone surrogate: no text of one line has it. */
export const lineBreakOrControl = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** Control characters except tab and line feed; also lone surrogates, which cannot be encoded. */
const controls = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;
/** Bidi and other invisible marks; the two joiners stay, emoji and Persian need them. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

/** Makes log lines and names storable: PostgreSQL rejects NUL; tabs become spaces. */
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

/** Removes whole colour and cursor sequences: removing ESC alone would leave the rest visible. */
export function withoutEscapes(text: string): string {
  return text.replace(sequences, '');
}

const tags = /<RichColor[^<>]{0,100}>|<\/>/gi;
const tagStarts = /<(?=RichColor|\/>)/gi;

/** Removes the colour tags of tribe logs, and tags that would colour or hide a text sent to the game. */
export function withoutRichColor(text: string): string {
  // The remaining text may form a new tag, so the start of one is broken up.
  return text.replace(tags, '').replace(tagStarts, '< ');
}
