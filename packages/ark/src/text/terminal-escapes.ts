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
