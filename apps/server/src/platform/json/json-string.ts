import { JsonRefusal } from './json-refusal.ts';

/** How far a string is read. */
export type StringRead = {
  at: number;
  isEnded: boolean;
  hasEscapes: boolean;
  /** Where the first half of a character stands that has no second half yet; -1 where none does. */
  half: number;
};

const quote = 34;
const backslash = 92;
const letterU = 117;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const special = /["\\\u0000-\u001f\ud800-\udfff]/g;
const escapes = new Set(Buffer.from('"\\/bfnrt'));

/** Begins with the string whose opening quote stands at `start`. */
export function beginString(start: number): StringRead {
  return { at: start + 1, isEnded: false, hasEscapes: false, half: -1 };
}

/** Reads on, to the end of the string or about so many characters more. */
export function readString(text: string, read: StringRead, maxChars: number): void {
  const until = read.at + maxChars;
  while (!read.isEnded && read.at < until) {
    if (read.half < 0) read.at = skipPlain(text, read.at);
    const code = text.charCodeAt(read.at);
    if (code === backslash) readEscape(text, read);
    else if (code === quote) readEnd(read);
    else if (code < 32)
      throw new JsonRefusal(read.at, 'A line break or control character in a string has to be escaped.');
    else if (Number.isNaN(code)) throw new JsonRefusal(read.at, 'The text ends inside a string.');
    else readUnit(read, code, 1);
  }
}

/** For short strings the loop is faster, for long ones the expression is. */
function skipPlain(text: string, from: number): number {
  for (let at = from; at < from + 64; at += 1) {
    const code = text.charCodeAt(at);
    if (!(code >= 32 && code !== quote && code !== backslash && (code & 0xf800) !== 0xd800)) return at;
  }
  special.lastIndex = from + 64;
  return special.test(text) ? special.lastIndex - 1 : text.length;
}

function readEnd(read: StringRead): void {
  if (read.half >= 0) refuseHalf(read.half);
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

/** Takes a unit of UTF-16 that is written in so many characters. */
function readUnit(read: StringRead, unit: number, chars: number): void {
  const isSecond = (unit & 0xfc00) === 0xdc00;
  if (isSecond !== read.half >= 0) refuseHalf(isSecond ? read.at : read.half);
  read.half = (unit & 0xfc00) === 0xd800 ? read.at : -1;
  read.at += chars;
}

function refuseHalf(at: number): never {
  throw new JsonRefusal(at, 'This is half of a character; the other half is missing.');
}
