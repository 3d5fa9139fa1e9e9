import { toAscii } from '../text/ascii.ts';
import { withoutRichColor } from '../text/rich-color.ts';
import { withoutEscapes } from '../text/terminal-escapes.ts';
import { lineBreak, lineBreaks, withoutControls, withoutInvisible } from '../text/unsafe-characters.ts';
import { wrap } from '../text/wrap.ts';

/** A text that cannot become a part of a command. */
export class CommandTextError extends Error {
  override readonly name = 'CommandTextError';
}

const maxRows = 20;
const maxCommandLength = 1000;
/** Far more than all rows can hold; bounds the work on a hostile text. */
const maxInputLength = 50_000;

/** Single lines for the game to show one below the other; long ones are wrapped, what is over 20 rows is cut off. */
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

/** One argument with quotes around it, whatever it holds. */
export function quoted(text: string): string {
  const line = noPipe(oneLine(text.slice(0, maxCommandLength)));
  // A backslash at the end could take away the closing quote's meaning.
  return `"${line.replaceAll('"', '').replaceAll('\\', '/').trim()}"`;
}

/** One argument without quotes; refused where it would not stay one. */
export function plainArgument(text: string): string {
  if (!/^[\w.:+/-]{1,200}$/.test(text)) throw new CommandTextError('This argument needs quotes or is too long.');
  return text;
}

/** A whole command as an admin typed it. Two lines are refused, never run as one. */
export function commandLine(text: string): string {
  const line = withoutInvisible(text).trim();
  if (line === '') throw new CommandTextError('The command is empty.');
  if (line.length > maxCommandLength) throw new CommandTextError(`The command is longer than ${maxCommandLength}.`);
  assertOneLine(line);
  return line;
}

/** Guards what goes into a command unchanged. */
export function assertOneLine(text: string): void {
  if (lineBreak.test(text) || withoutControls(text) !== text) {
    throw new CommandTextError('The text has line breaks or control characters.');
  }
}

function shown(line: string, isAsciiOnly: boolean): string {
  const text = oneLine(line);
  // First the letters: wide ones become plain brackets and bars, which must not survive either.
  return noPipe(withoutRichColor(isAsciiOnly ? toAscii(text) : text));
}

function oneLine(text: string): string {
  const line = text.replace(lineBreaks, ' ');
  return withoutInvisible(withoutControls(withoutEscapes(line))).replace(/\p{Zs}/gu, ' ');
}

/** The engine's console ends a command at `|` and takes what follows for the next one. */
function noPipe(text: string): string {
  return text.replaceAll('|', ':');
}
