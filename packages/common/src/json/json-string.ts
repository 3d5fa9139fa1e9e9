import { JsonError } from './json-error.ts';

/** The state of a string that is read in pieces. */
export type StringRead = {
  at: number;
  isEnded: boolean;
  hasEscapes: boolean;
  /** Refuses lone surrogates. */
  isStrict: boolean;
  /** The offset of a high surrogate that waits for its low surrogate; -1 if there is none. */
  highSurrogateAt: number;
};

const quote = 34;
const backslash = 92;
const letterU = 117;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const special = /["\\\u0000-\u001f]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const specialOrSurrogate = /["\\\u0000-\u001f\ud800-\udfff]/g;
/** By character code: whether it may follow a backslash. */
const isEscape = Array.from({ length: 128 }, (_, code) => '"\\/bfnrt'.includes(String.fromCharCode(code)));

/** Begins to read the string whose opening quote is at `start`. */
export function beginString(start: number, isStrict = false): StringRead {
  return { at: start + 1, isEnded: false, hasEscapes: false, isStrict, highSurrogateAt: -1 };
}

/** Continues to the end of the string, or for about `maxChars` characters. */
export function readString(text: string, read: StringRead, maxChars: number): void {
  const until = read.at + maxChars;
  while (!read.isEnded && read.at < until) {
    if (read.highSurrogateAt < 0) read.at = skipPlain(text, read.at, read.isStrict);
    const code = text.charCodeAt(read.at);
    if (code === backslash) readEscape(text, read);
    else if (code === quote) readEnd(read);
    else if (code < 32)
      throw new JsonError(
        read.at,
        String.raw`Line breaks and control characters in a string must be escaped, like \n and \t.`,
      );
    else if (Number.isNaN(code)) throw new JsonError(read.at, 'This string has no closing quote.');
    else if (read.highSurrogateAt < 0 && isPair(code, text.charCodeAt(read.at + 1))) read.at += 2;
    else readUnit(read, code, 1);
  }
}

/** Returns the offset after the closing quote of the string that starts here. */
export function endOfString(text: string, start: number): number {
  const read = beginString(start);
  readString(text, read, Infinity);
  return read.at;
}

/**
 * Returns the offset of the next character of a string that has a meaning of its own. The loop is faster for short
 * strings, the regular expression for long ones.
 */
export function skipPlain(text: string, from: number, isStrict: boolean): number {
  const surrogate = isStrict ? 0xd800 : -1;
  for (let at = from; at < from + 64; at += 1) {
    const code = text.charCodeAt(at);
    if (!(code >= 32 && code !== quote && code !== backslash && (code & 0xf800) !== surrogate)) return at;
  }
  const pattern = isStrict ? specialOrSurrogate : special;
  pattern.lastIndex = from + 64;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
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
    if (isEscape[letter] !== true) throw new JsonError(read.at, String.raw`Unknown escape. Write a backslash as \\.`);
    readUnit(read, letter, 2);
    return;
  }
  const digits = text.slice(read.at + 2, read.at + 6);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonError(read.at, String.raw`\u needs four hexadecimal digits.`);
  readUnit(read, Number.parseInt(digits, 16), 6);
}

/** Reads a UTF-16 code unit that is written in `chars` characters. */
function readUnit(read: StringRead, unit: number, chars: number): void {
  if (read.isStrict && (read.highSurrogateAt >= 0 || (unit & 0xf800) === 0xd800)) readSurrogate(read, unit);
  read.at += chars;
}

function readSurrogate(read: StringRead, unit: number): void {
  const isLowSurrogate = (unit & 0xfc00) === 0xdc00;
  if (isLowSurrogate !== read.highSurrogateAt >= 0)
    refuseLoneSurrogate(isLowSurrogate ? read.at : read.highSurrogateAt);
  read.highSurrogateAt = isLowSurrogate ? -1 : read.at;
}

function isPair(high: number, low: number): boolean {
  return (high & 0xfc00) === 0xd800 && (low & 0xfc00) === 0xdc00;
}

function refuseLoneSurrogate(at: number): never {
  throw new JsonError(at, 'This is half of a character; the other half is missing.');
}
