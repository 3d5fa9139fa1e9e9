import { JsonError } from './json-error.ts';
import { JsonScanner, type JsonVisitor } from './scan-json.ts';

type Layout = {
  /** Starts each line but the first, before its indentation; undefined writes a single line. */
  lineStart: string | undefined;
  maxDepth?: number;
};

const tokensPerPiece = 1024;
const pieceChars = 64 * 1024;

type Limits = { lineBreak?: string; maxLength?: number; maxDepth?: number };

/**
 * Pretty-prints JSON; a line break at its end stays. Returns undefined if the text is not JSON, is nested too deep or
 * would become too long: indentation can blow a deeply nested text up without limit.
 */
export function printJson(text: string, limits: Limits = {}): string | undefined {
  const { lineBreak = '\n', maxLength = 32 * 1024 * 1024, maxDepth = Infinity } = limits;
  const printer = new JsonPrinter(text, { lineStart: lineBreak, maxDepth });
  const pieces: string[] = [];
  let length = 0;
  try {
    while (!printer.isDone && length <= maxLength) {
      const piece = printer.next();
      // Reading a character makes V8 join the parts of this piece, which else fill the heap until the end.
      if (!Number.isNaN(piece.charCodeAt(0))) pieces.push(piece);
      length += piece.length;
    }
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
  return length > maxLength ? undefined : pieces.join('') + (text.endsWith('\n') ? lineBreak : '');
}

/** Changes only the whitespace: keys and values stay exactly as written, as parsing would round long numeric ids. */
export class JsonPrinter implements JsonVisitor {
  isDone = false;
  private readonly text: string;
  private readonly lineStart: string | undefined;
  private readonly colon: string;
  private readonly scanner: JsonScanner;
  /** By depth: what starts the first line in a container, and a further one. */
  private readonly lineStarts: string[] = [];
  private readonly nextLineStarts: string[] = [];
  private piece = '';
  /** The range of tokens that are still to be written. The text has them with the right whitespace already. */
  private from = 0;
  private to = 0;
  private depth = 0;
  /** Whether the innermost object or array is still empty. */
  private isEmpty = true;
  private isAfterKey = false;

  constructor(text: string, { lineStart, maxDepth = Infinity }: Layout) {
    this.text = text;
    this.lineStart = lineStart;
    this.colon = lineStart === undefined ? ':' : ': ';
    this.scanner = new JsonScanner(text, this, { maxDepth });
  }

  /** Returns the next piece of the result, which may be empty. Throws a `JsonError` where the text is not JSON. */
  next(): string {
    this.piece = '';
    this.isDone = this.scanner.read(tokensPerPiece);
    this.write('');
    this.from = this.to;
    return this.piece;
  }

  open(start: number): void {
    this.scalar(start, start + 1);
    this.depth += 1;
    this.isEmpty = true;
  }

  close(end: number): void {
    this.depth -= 1;
    this.add(this.isEmpty ? '' : this.firstLineStart(), end - 1, end);
    this.isEmpty = false;
  }

  key(start: number, end: number): void {
    this.scalar(start, end);
    this.isAfterKey = true;
  }

  scalar(start: number, end: number): void {
    if (this.isAfterKey) this.add(this.colon, start, end);
    else if (this.depth === 0) this.add('', start, end);
    else this.add(this.isEmpty ? this.firstLineStart() : this.nextLineStart(), start, end);
    this.isAfterKey = false;
    this.isEmpty = false;
  }

  private add(separator: string, start: number, end: number): void {
    if (start - this.to !== separator.length || !isAt(this.text, this.to, separator)) {
      this.write(separator);
      this.from = start;
    }
    this.to = end;
  }

  private write(separator: string): void {
    this.piece += this.text.slice(this.from, this.to);
    this.piece += separator;
    if (this.piece.length > pieceChars) this.scanner.pause();
  }

  private firstLineStart(): string {
    const { lineStart, depth } = this;
    return (this.lineStarts[depth] ??= lineStart === undefined ? '' : lineStart + '  '.repeat(depth));
  }

  private nextLineStart(): string {
    return (this.nextLineStarts[this.depth] ??= `,${this.firstLineStart()}`);
  }
}

/** Whether the text has these characters at this offset. Faster than `startsWith` for few characters. */
function isAt(text: string, offset: number, characters: string): boolean {
  for (let index = 0; index < characters.length; index += 1)
    if (text.charCodeAt(offset + index) !== characters.charCodeAt(index)) return false;
  return true;
}
