import { JsonError } from './json-error.ts';
import { beginString, readString, skipPlain, type StringRead } from './json-string.ts';

/** Called for each token in order, with character offsets; ends are exclusive. May refuse it with a `JsonError`. */
export type JsonVisitor = {
  open(start: number, isObject: boolean): void;
  close(end: number): void;
  key(start: number, end: number, hasEscapes: boolean): void;
  scalar(start: number, end: number): void;
};

type Rules = { maxDepth?: number; /** Refuses lone surrogates. */ isStrict?: boolean };

/** Where the text stops being JSON, and why. */
export type JsonStop = { at: number; message: string };

type Next = 'value' | 'firstItem' | 'key' | 'firstKey' | 'colon' | 'comma';

/** Long strings and long whitespace are read in pieces. */
const pieceChars = 64 * 1024;
const words: Record<number, string> = { 116: 'true', 102: 'false', 110: 'null' };
const ignore = () => {};
const noVisitor: JsonVisitor = { open: ignore, close: ignore, key: ignore, scalar: ignore };

/** Reads the whole text. Returns where it stops being JSON, if it does; an unclosed string stops where it starts. */
export function visitJson(text: string, visitor: JsonVisitor = noVisitor): JsonStop | undefined {
  const scan = new JsonScanner(text, visitor);
  try {
    while (!scan.read(Infinity));
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { at: error.at < text.length ? error.at : scan.at, message: error.message };
  }
}

/** A SAX-style parser for JSON of any size and depth that can pause after each token. Not recursive. */
export class JsonScanner {
  /** Where the scanner is; inside a string, where that starts. */
  at = 0;
  private readonly text: string;
  private readonly visitor: JsonVisitor;
  private readonly maxDepth: number;
  private readonly isStrict: boolean;
  /** For each open container, whether it is an object. */
  private readonly opened: boolean[] = [];
  private next: Next = 'value';
  /** The string that is read in pieces. */
  private string: StringRead | undefined;
  private isPaused = false;

  constructor(text: string, visitor: JsonVisitor, { maxDepth = Infinity, isStrict = false }: Rules = {}) {
    this.text = text;
    this.visitor = visitor;
    this.maxDepth = maxDepth;
    this.isStrict = isStrict;
  }

  /**
   * Reads so many tokens, or fewer if there is a long string or long whitespace. Returns whether the text has ended.
   * Throws a `JsonError` where the text is not JSON.
   */
  read(tokens: number): boolean {
    if (this.string) {
      this.readPiece(this.string);
      return false;
    }
    this.isPaused = false;
    for (let token = 0; token < tokens; token += 1) {
      let code = this.text.charCodeAt(this.at);
      if (code <= 32) {
        const start = this.at;
        this.at = skipBlank(this.text, start);
        if (this.at === start + pieceChars) return false;
        code = this.text.charCodeAt(this.at);
      }
      if (this.next !== 'comma') this.readToken(code);
      else if (this.opened.length > 0) this.readComma(code);
      else return this.readEnd();
      if (this.isPaused) return false;
    }
    return false;
  }

  /** Ends the current `read` after this token. */
  pause(): void {
    this.isPaused = true;
  }

  private readToken(code: number): void {
    const next = this.next;
    if (next === 'colon') this.readColon(code);
    else if (next === 'value') this.readValue(code);
    else if (next === 'firstItem' && code === 93) this.close();
    else if (next === 'firstItem') this.readValue(code);
    else if (next === 'firstKey' && code === 125) this.close();
    else this.readKey(code);
  }

  private readEnd(): true {
    if (this.at < this.text.length) this.refuse('There is text after the end.');
    return true;
  }

  private readComma(code: number): void {
    const isObject = this.opened[this.opened.length - 1] === true;
    if (code === 44) {
      this.at += 1;
      this.next = isObject ? 'key' : 'value';
    } else if (code === (isObject ? 125 : 93)) this.close();
    else this.refuse(isObject ? 'Expected a comma or }.' : 'Expected a comma or ].');
  }

  private readColon(code: number): void {
    if (code !== 58) this.refuse('Expected a colon.');
    this.at += 1;
    this.next = 'value';
  }

  private readKey(code: number): void {
    if (code !== 34) this.refuse(`Expected a key in double quotes${this.next === 'firstKey' ? ' or }' : ''}.`);
    this.next = 'key';
    this.beginString();
  }

  private readValue(code: number): void {
    if (code === 34) this.beginString();
    else if (code === 123 || code === 91) this.open(code === 123);
    else this.readBareValue(code);
  }

  private readBareValue(code: number): void {
    const word = words[code];
    let end = this.at;
    if (word === undefined) end = endOfNumber(this.text, end);
    else if (this.text.startsWith(word, end)) end += word.length;
    if (end === this.at) this.refuseValue(code);
    this.endScalar(end);
  }

  private open(isObject: boolean): void {
    if (this.opened.length >= this.maxDepth) this.refuse(`This is nested deeper than ${this.maxDepth} levels.`);
    this.visitor.open(this.at, isObject);
    this.opened.push(isObject);
    this.at += 1;
    this.next = isObject ? 'firstKey' : 'firstItem';
  }

  private close(): void {
    this.opened.pop();
    this.at += 1;
    this.next = 'comma';
    this.visitor.close(this.at);
  }

  /** Most strings are short and without escapes. */
  private beginString(): void {
    const end = skipPlain(this.text, this.at + 1, this.isStrict);
    if (this.text.charCodeAt(end) === 34) return this.endString(end + 1, false);
    const read = beginString(this.at, this.isStrict);
    read.at = end;
    this.readPiece(read);
  }

  private readPiece(read: StringRead): void {
    readString(this.text, read, pieceChars);
    this.string = read.isEnded ? undefined : read;
    if (read.isEnded) this.endString(read.at, read.hasEscapes);
    else this.pause();
  }

  private endString(end: number, hasEscapes: boolean): void {
    if (this.next !== 'key') return this.endScalar(end);
    this.visitor.key(this.at, end, hasEscapes);
    this.at = end;
    this.next = 'colon';
  }

  private endScalar(end: number): void {
    this.visitor.scalar(this.at, end);
    this.at = end;
    this.next = 'comma';
  }

  private refuseValue(code: number): void {
    if (code === 0xfeff) this.refuse('JSON must not start with a byte order mark.');
    this.refuse(this.next === 'firstItem' ? 'Expected a value or ].' : 'Expected a value.');
  }

  private refuse(message: string): never {
    throw new JsonError(this.at, this.at >= this.text.length ? 'The text ends too early.' : message);
  }
}

/** Returns the offset of the next character that is not whitespace, or of the end of the piece. */
function skipBlank(text: string, from: number): number {
  for (let at = from; at < from + pieceChars; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
  }
  return from + pieceChars;
}

/** Returns the offset after the number that starts here; the same offset if there is none. */
function endOfNumber(text: string, start: number): number {
  const whole = text.charCodeAt(start) === 45 ? start + 1 : start;
  let at = text.charCodeAt(whole) === 48 ? whole + 1 : endOfDigits(text, whole);
  if (at === whole) return start;
  if (text.charCodeAt(at) === 46) {
    const end = endOfDigits(text, at + 1);
    if (end === at + 1) return at;
    at = end;
  }
  if ((text.charCodeAt(at) | 32) !== 101) return at;
  const sign = text.charCodeAt(at + 1);
  const power = sign === 43 || sign === 45 ? at + 2 : at + 1;
  const end = endOfDigits(text, power);
  return end === power ? at : end;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at += 1;
  return at;
}
