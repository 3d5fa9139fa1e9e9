import { toAscii } from '../text/ascii.ts';
import {
  lineBreak,
  lineBreakOrControl,
  lineBreaks,
  withoutControls,
  withoutEscapes,
  withoutInvisible,
  withoutRichColor,
} from '../text/unsafe-text.ts';

/** A text that cannot be part of a command. */
export class CommandTextError extends Error {
  override readonly name = 'CommandTextError';
}

const maxRows = 20;
const maxCommandLength = 1000;
/** Far more than fits into all rows; bounds the work on a hostile text. */
const maxInputLength = 50_000;

/** Splits a text into rows for the game to show; long lines are wrapped, more than 20 rows are cut off. */
export function chatRows(text: string, options: { isAsciiOnly: boolean; maxLength: number }): string[] {
  const rows: string[] = [];
  for (const line of text.slice(0, maxInputLength).split(lineBreak)) {
    for (const row of wrap(shown(line, options.isAsciiOnly), options.maxLength)) {
      if (rows.length === maxRows) return rows;
      rows.push(row);
    }
  }
  return rows;
}

/** One quoted argument, safe for any text. */
export function quoted(text: string): string {
  const line = noPipe(oneLine(text.slice(0, maxCommandLength)));
  // A backslash at the end could escape the closing quote.
  return `"${line.replaceAll('"', '').replaceAll('\\', '/').trim()}"`;
}

/** One argument without quotes; throws if it would not stay one. */
export function plainArgument(text: string): string {
  if (!/^[\w.:+/-]{1,200}$/.test(text)) throw new CommandTextError('This argument needs quotes or is too long.');
  return text;
}

/** A whole command as an admin typed it. Throws for two lines. */
export function commandLine(text: string): string {
  const line = withoutInvisible(text).trim();
  if (line === '') throw new CommandTextError('The command is empty.');
  if (line.length > maxCommandLength) throw new CommandTextError(`The command is longer than ${maxCommandLength}.`);
  assertOneLine(line);
  return line;
}

/** Guards what goes into a command unchanged. */
export function assertOneLine(text: string): void {
  if (lineBreakOrControl.test(text)) {
    throw new CommandTextError('The text has line breaks or control characters.');
  }
}

function shown(line: string, isAsciiOnly: boolean): string {
  const text = oneLine(line);
  // Letters first: fullwidth ones become plain brackets and bars, which must not survive either.
  return noPipe(withoutRichColor(isAsciiOnly ? toAscii(text) : text));
}

function oneLine(text: string): string {
  const line = text.replace(lineBreaks, ' ');
  return withoutInvisible(withoutControls(withoutEscapes(line))).replace(/\p{Zs}/gu, ' ');
}

/** The engine's console ends a command at `|` and runs the rest as the next one. */
function noPipe(text: string): string {
  return text.replaceAll('|', ':');
}

/** Rows of at most `maxLength` code points, cut between words; a longer word is cut inside, never a surrogate pair. */
export function* wrap(line: string, maxLength: number): Generator<string> {
  const signs = Array.from(line);
  let start = 0;
  while (start < signs.length) {
    const end = rowEnd(signs, start, Math.max(1, maxLength));
    const row = signs.slice(start, end).join('').trim();
    if (row !== '') yield row;
    start = end;
  }
}

function rowEnd(signs: string[], start: number, maxLength: number): number {
  const longest = start + maxLength;
  if (longest >= signs.length) return signs.length;
  const space = signs.lastIndexOf(' ', longest);
  // A cut near the start would waste most of the row.
  return space > start + maxLength / 2 ? space + 1 : longest;
}
