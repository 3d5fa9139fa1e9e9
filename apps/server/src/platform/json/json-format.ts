import { inSlices } from './in-slices.ts';
import { beginString, readString, type StringRead } from './json-string.ts';

/** `indent` precedes each line but the first; undefined writes a single line. */
type Format = { indent: string | undefined; maxBytes: number };

const tokensPerPiece = 1024;
const pieceChars = 64 * 1024;
const plain = /[-+.0-9A-Za-z]+/y;

/**
 * Changes only the whitespace of JSON that a scan has validated. Returns undefined if the result is larger than
 * `maxBytes`.
 */
export async function formatJson(text: string, { indent, maxBytes }: Format): Promise<Buffer | undefined> {
  const format = createFormat(text, indent);
  const pieces: Buffer[] = [];
  let bytes = 0;
  await inSlices(() => {
    const piece = Buffer.from(format.next());
    pieces.push(piece);
    bytes += piece.length;
    return format.isDone() || bytes > maxBytes;
  });
  return bytes > maxBytes ? undefined : Buffer.concat(pieces);
}

function createFormat(text: string, indent: string | undefined) {
  let at = 0;
  let depth = 0;
  let piece = '';
  /** Whether the innermost object or array is still empty. */
  let isEmpty = false;
  let string: StringRead | undefined;
  let stringStart = 0;

  const beginLine = () => {
    if (indent !== undefined) piece += `\n${indent}${'  '.repeat(depth)}`;
  };
  const beginValue = () => {
    if (isEmpty) beginLine();
    isEmpty = false;
  };
  const write = (token: string) => {
    piece += token;
    at += 1;
  };
  const open = (token: string) => {
    beginValue();
    write(token);
    depth += 1;
    isEmpty = true;
  };
  const close = (token: string) => {
    depth -= 1;
    if (!isEmpty) beginLine();
    isEmpty = false;
    write(token);
  };
  const readPiece = (read: StringRead) => {
    readString(text, read, pieceChars);
    if (!read.isEnded) return;
    piece += text.slice(stringStart, read.at);
    at = read.at;
    string = undefined;
  };
  const readPlain = () => {
    beginValue();
    plain.lastIndex = at;
    const word = plain.exec(text)?.[0] ?? '';
    piece += word;
    at += word.length || 1;
  };
  const step = () => {
    const token = text.charAt(at);
    if (token === '{' || token === '[') open(token);
    else if (token === '}' || token === ']') close(token);
    else if (token === ':') write(indent === undefined ? ':' : ': ');
    else if (token === ',') {
      write(token);
      beginLine();
    } else if (token === '"') {
      beginValue();
      string = beginString(at);
      stringStart = at;
      readPiece(string);
    } else if (token === ' ' || token === '\n' || token === '\r' || token === '\t') at += 1;
    else readPlain();
  };

  return {
    /** The next piece of the result; may be empty. */
    next: (): string => {
      piece = '';
      if (string) readPiece(string);
      for (let token = 0; token < tokensPerPiece && at < text.length && !string; token += 1) {
        if (piece.length > pieceChars) break;
        step();
      }
      return piece;
    },
    isDone: () => at >= text.length,
  };
}
