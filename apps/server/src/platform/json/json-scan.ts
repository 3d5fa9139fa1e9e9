import { JsonError } from '@tribehall/common/json/json-error';
import { positionOf, type JsonProblem } from '@tribehall/common/json/json-position';
import { JsonScanner, type JsonVisitor } from '@tribehall/common/json/scan-json';
import { inSlices } from './in-slices.ts';
import { isHeld } from './json-number.ts';

/** The offsets of a member of the top-level object: its key, and its value from `start` to before `end`. */
export type JsonMember = { keyStart: number; start: number; end: number };

export type JsonScan =
  | { problem: JsonProblem; /** The top-level key that contains the problem. */ key: string | undefined }
  | { problem: null; isObject: boolean; members: ReadonlyMap<string, JsonMember>; end: number };

/** The keys of an open object; of the top-level object, with its members. An array has undefined instead. */
type Keys = Set<string> | Map<string, JsonMember>;

/** Copying such a key into an object causes prototype pollution in some programs. */
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);
/** Numbers this short never lose a digit, whatever the exponent. */
const maxPlainNumber = 4;
/** The clock is read once per this many tokens. */
const tokensPerSlice = 1024;
/** Of the key as written, with escapes. */
const maxKeyChars = 10_000;

/**
 * Validates JSON strictly, so that every program reads it the same way: no duplicate keys, no number that loses digits,
 * no lone surrogates, no nesting deeper than `maxDepth`. Not recursive, and yields to the event loop.
 */
export async function scanJson(text: string, maxDepth: number): Promise<JsonScan> {
  const visitor = new StrictVisitor(text);
  const scanner = new JsonScanner(text, visitor, { maxDepth, isStrict: true });
  try {
    await inSlices(() => scanner.read(tokensPerSlice));
    return { problem: null, isObject: visitor.isObject, members: visitor.members, end: scanner.at };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { problem: { message: error.message, ...positionOf(text, error.at) }, key: visitor.topKey };
  }
}

/** Refuses what programs read differently, and remembers the members of the top-level object. */
class StrictVisitor implements JsonVisitor {
  readonly members = new Map<string, JsonMember>();
  isObject = false;
  topKey: string | undefined;
  private readonly text: string;
  private readonly opened: (Keys | undefined)[] = [];
  private member: JsonMember | undefined;

  constructor(text: string) {
    this.text = text;
  }

  open(start: number, isObject: boolean): void {
    const depth = this.opened.length;
    if (depth === 1 && this.member) this.member.start = start;
    if (depth === 0) this.isObject = isObject;
    if (isObject) this.opened.push(depth === 0 ? this.members : new Set());
    else this.opened.push(undefined);
  }

  close(end: number): void {
    this.opened.pop();
    if (this.opened.length === 1 && this.member) this.member.end = end;
  }

  key(start: number, end: number, hasEscapes: boolean): void {
    if (end - start > maxKeyChars + 2) throw new JsonError(start, `This key is longer than ${maxKeyChars} characters.`);
    const { text, opened } = this;
    const name = hasEscapes ? (JSON.parse(text.slice(start, end)) as string) : text.slice(start + 1, end - 1);
    if (opened.length === 1) this.topKey = name;
    const keys = opened[opened.length - 1];
    if (keys?.has(name)) throw new JsonError(start, 'This key appears twice in the same object.');
    if (refusedKeys.has(name)) throw new JsonError(start, `The key ${name} is not allowed.`);
    if (keys instanceof Set) keys.add(name);
    else this.members.set(name, (this.member = { keyStart: start, start: end, end }));
  }

  scalar(start: number, end: number): void {
    const { text, member } = this;
    if (end - start > maxPlainNumber && isNumber(text.charCodeAt(start)) && !isHeld(text.slice(start, end)))
      throw new JsonError(start, 'Programs read this number differently. Write it in quotes.');
    if (this.opened.length !== 1 || !member) return;
    member.start = start;
    member.end = end;
  }
}

/** Whether a value that starts like this is a number. */
function isNumber(code: number): boolean {
  return code === 45 || (code >= 48 && code <= 57);
}
