import { inSlices } from './in-slices.ts';
import { endOfNumber, isHeld } from './json-number.ts';
import { positionOf, type JsonProblem } from './json-position.ts';
import { JsonRefusal } from './json-refusal.ts';
import { beginString, readString, type StringRead } from './json-string.ts';

/** The offsets of a member of the top-level object: its key, and its value from `start` to before `end`. */
export type JsonMember = { keyStart: number; start: number; end: number };

export type JsonScan =
  | { problem: JsonProblem; /** The top-level key that contains the problem. */ key: string | undefined }
  | { problem: null; isObject: boolean; members: ReadonlyMap<string, JsonMember>; end: number };

/** The keys of an open object; of the top-level object, with its members. An array has undefined instead. */
type Keys = Set<string> | Map<string, JsonMember>;

type Next = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'after' | 'string';

/** Copying such a key into an object causes prototype pollution in some programs. */
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);
/** Numbers this short never lose a digit, whatever the exponent. */
const maxPlainNumber = 4;
/** The clock is read once per this many tokens. */
const tokensPerSlice = 1024;
/** Long strings and long whitespace are read in pieces. */
const pieceChars = 64 * 1024;
/** Of the key as written, with escapes. */
const maxKeyChars = 10_000;

/**
 * Validates JSON strictly, so that every program reads it the same way: no duplicate keys, no number that loses digits,
 * no lone surrogates, no nesting deeper than `maxDepth`. Not recursive, and yields to the event loop.
 */
export async function scanJson(text: string, maxDepth: number): Promise<JsonScan> {
  const scan = createScan(text, maxDepth);
  try {
    await inSlices(() => {
      for (let token = 0; token < tokensPerSlice; token += 1) {
        if (scan.step()) return true;
        if (scan.isInPieces()) break;
      }
      return false;
    });
    return scan.whole();
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return { problem: { message: error.message, ...positionOf(text, error.at) }, key: scan.key() };
  }
}

function createScan(text: string, maxDepth: number) {
  const members = new Map<string, JsonMember>();
  const open: (Keys | undefined)[] = [];
  let at = 0;
  let next: Next = 'value';
  let isObject = false;
  let isInBlank = false;
  let member: JsonMember | undefined;
  let key: string | undefined;
  let string: StringRead | undefined;

  const refuse = (message: string): never => {
    throw new JsonRefusal(at, at >= text.length ? 'The text ends too early.' : message);
  };
  const ended = () => {
    next = 'after';
    if (open.length === 1 && member) member.end = at;
  };
  const close = () => {
    at += 1;
    open.pop();
    ended();
  };
  const enter = (keys: Keys | undefined) => {
    if (open.length >= maxDepth) refuse(`This is nested deeper than ${maxDepth} levels.`);
    if (open.length === 0) isObject = keys !== undefined;
    open.push(keys);
    at += 1;
    next = keys ? 'keyOrEnd' : 'valueOrEnd';
  };
  const readKey = (keys: Keys) => {
    if (text.charCodeAt(at) !== 34) refuse('Expected a key in double quotes.');
    const keyStart = at;
    const read = beginString(at);
    readString(text, read, maxKeyChars + 2);
    const end = read.at;
    if (!read.isEnded || end - at > maxKeyChars + 2) refuse(`This key is longer than ${maxKeyChars} characters.`);
    const name = read.hasEscapes ? (JSON.parse(text.slice(at, end)) as string) : text.slice(at + 1, end - 1);
    if (open.length === 1) key = name;
    if (keys.has(name)) refuse('This key appears twice in the same object.');
    if (refusedKeys.has(name)) refuse(`The key ${name} is not allowed.`);
    at = end;
    next = 'colon';
    if (keys instanceof Set) {
      keys.add(name);
      return;
    }
    member = { keyStart, start: end, end };
    keys.set(name, member);
  };
  const readColon = (code: number) => {
    if (code !== 58) refuse('Expected a colon.');
    at += 1;
    next = 'value';
  };
  const readNumber = () => {
    const end = endOfNumber(text, at);
    if (end === at) refuse('Expected a value.');
    if (end - at > maxPlainNumber && !isHeld(text.slice(at, end)))
      refuse('Programs read this number differently. Write it in quotes.');
    at = end;
  };
  const readPiece = (read: StringRead) => {
    next = 'string';
    readString(text, read, pieceChars);
    if (!read.isEnded) return;
    at = read.at;
    ended();
  };
  const readWord = (word: string) => {
    if (!text.startsWith(word, at)) refuse('Expected a value.');
    at += word.length;
  };
  const readValue = (code: number) => {
    if (open.length === 1 && member) member.start = at;
    if (code === 123) return enter(open.length === 0 ? members : new Set());
    if (code === 91) return enter(undefined);
    if (code === 34) {
      string = beginString(at);
      return readPiece(string);
    }
    const word = words[code];
    if (word) readWord(word);
    else readNumber();
    ended();
  };
  const readAfter = (code: number, keys: Keys | undefined) => {
    if (code === (keys ? 125 : 93)) return close();
    if (code !== 44) refuse(keys ? 'Expected a comma or }.' : 'Expected a comma or ].');
    at += 1;
    next = keys ? 'key' : 'value';
  };

  return {
    /** Reads the next token; returns whether the text has ended. */
    step: (): boolean => {
      if (next === 'string' && string) {
        readPiece(string);
        return false;
      }
      const start = at;
      at = skipBlank(text, start);
      isInBlank = at === start + pieceChars;
      if (isInBlank) return false;
      const keys = open.at(-1);
      const code = text.charCodeAt(at);
      if (next === 'after' && open.length === 0) {
        if (at < text.length) refuse('There is text after the end.');
        return true;
      }
      if (next === 'after') readAfter(code, keys);
      else if (next === 'colon') readColon(code);
      else if (next === 'keyOrEnd' && code === 125) close();
      else if (next === 'valueOrEnd' && code === 93) close();
      else if (keys && next !== 'value') readKey(keys);
      else if (code === 0xfeff) refuse('JSON must not start with a byte order mark.');
      else readValue(code);
      return false;
    },
    whole: (): JsonScan => ({ problem: null, isObject, members, end: at }),
    key: () => key,
    isInPieces: () => isInBlank || next === 'string',
  };
}

const words: Record<number, string> = { 116: 'true', 102: 'false', 110: 'null' };

/** Returns the offset of the next character that is not whitespace, or of the end of the piece. */
function skipBlank(text: string, from: number): number {
  for (let at = from; at < from + pieceChars; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
  }
  return from + pieceChars;
}
