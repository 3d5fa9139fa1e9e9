import { JsonRefusal } from './json-refusal.ts';

/** The state of a string that is read in pieces. */
export type StringRead = {
  at: number;
  isEnded: boolean;
  hasEscapes: boolean;
  /** The offset of a high surrogate that waits for its low surrogate; -1 if there is none. */
  highSurrogateAt: number;
};

const quote = 34;
const backslash = 92;
const letterU = 117;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const special = /["\\\u0000-\u001f\ud800-\udfff]/g;
const escapes = new Set(Buffer.from('"\\/bfnrt'));

/** Begins to read the string whose opening quote is at `start`. */
export function beginString(start: number): StringRead {
  return { at: start + 1, isEnded: false, hasEscapes: false, highSurrogateAt: -1 };
}

/** Continues to the end of the string, or for about `maxChars` characters. */
export function readString(text: string, read: StringRead, maxChars: number): void {
  const until = read.at + maxChars;
  while (!read.isEnded && read.at < until) {
    if (read.highSurrogateAt < 0) read.at = skipPlain(text, read.at);
    const code = text.charCodeAt(read.at);
    if (code === backslash) readEscape(text, read);
    else if (code === quote) readEnd(read);
    else if (code < 32)
      throw new JsonRefusal(read.at, 'A line break or control character in a string has to be escaped.');
    else if (Number.isNaN(code)) throw new JsonRefusal(read.at, 'The text ends inside a string.');
    else readUnit(read, code, 1);
  }
}

/** The loop is faster for short strings, the regular expression for long ones. */
function skipPlain(text: string, from: number): number {
  for (let at = from; at < from + 64; at += 1) {
    const code = text.charCodeAt(at);
    if (!(code >= 32 && code !== quote && code !== backslash && (code & 0xf800) !== 0xd800)) return at;
  }
  special.lastIndex = from + 64;
  return special.test(text) ? special.lastIndex - 1 : text.length;
}

function readEnd(read: StringRead): void {
  if (read.highSurrogateAt >= 0) refuseLoneSurrogate(read.highSurrogateAt);
  read.at += 1;
  read.isEnded = true;
}

function readEscape(text: string, read: StringRead): void {
  const letter = text.charCodeAt(read.at + 1);
  read.hasEscapes = true;
  if (letter !== letterU) {
    if (!escapes.has(letter)) throw new JsonRefusal(read.at, 'Unknown escape. A backslash is written twice.');
    readUnit(read, letter, 2);
    return;
  }
  const digits = text.slice(read.at + 2, read.at + 6);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonRefusal(read.at, String.raw`\u needs four hexadecimal digits.`);
  readUnit(read, Number.parseInt(digits, 16), 6);
}

/** Reads a UTF-16 code unit that is written in `chars` characters. */
function readUnit(read: StringRead, unit: number, chars: number): void {
  const isLowSurrogate = (unit & 0xfc00) === 0xdc00;
  if (isLowSurrogate !== read.highSurrogateAt >= 0)
    refuseLoneSurrogate(isLowSurrogate ? read.at : read.highSurrogateAt);
  read.highSurrogateAt = (unit & 0xfc00) === 0xd800 ? read.at : -1;
  read.at += chars;
}

function refuseLoneSurrogate(at: number): never {
  throw new JsonRefusal(at, 'This is half of a character; the other half is missing.');
}
