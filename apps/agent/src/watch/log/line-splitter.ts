/** The encoding of a log, from its byte order mark. */
export type Encoding = 'utf8' | 'utf16le' | 'utf16be';

export type SplitLines = {
  lines: string[];
  /** Bytes that need not be read again. */
  usedBytes: number;
  /** They end inside a line that was too long; the rest of it has to be skipped. */
  isMidLine: boolean;
};

const maxLineBytes = 16 * 1024;
const newlines: Record<Encoding, Buffer> = {
  utf8: Buffer.from([0x0a]),
  utf16le: Buffer.from([0x0a, 0x00]),
  utf16be: Buffer.from([0x00, 0x0a]),
};

export function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf16be' : 'utf8';
}

/** Returns the complete lines in a chunk of the log. Bytes after the last line break stay unread. */
export function splitLines(bytes: Buffer, encoding: Encoding, startsMidLine: boolean): SplitLines {
  const lines: string[] = [];
  let usedBytes = 0;
  let isMidLine = startsMidLine;
  for (;;) {
    const end = findNewline(bytes, encoding, usedBytes);
    if (end < 0) break;
    const line = bytes.subarray(usedBytes, end);
    if (!isMidLine) lines.push(decode(line.subarray(0, maxLineBytes), encoding));
    isMidLine = false;
    usedBytes = end + newlines[encoding].length;
  }
  const rest = bytes.subarray(usedBytes);
  if (rest.length <= maxLineBytes && !isMidLine) return { lines, usedBytes, isMidLine };
  if (!isMidLine) lines.push(decode(rest.subarray(0, maxLineBytes), encoding));
  // Whole UTF-16 units only, so that the next chunk begins with one.
  return { lines, usedBytes: bytes.length - (encoding === 'utf8' ? 0 : bytes.length % 2), isMidLine: true };
}

export function endsWithNewline(bytes: Buffer, encoding: Encoding): boolean {
  const newline = newlines[encoding];
  return bytes.subarray(-newline.length).equals(newline);
}

/** Decodes an unterminated line: the game stopped in the middle of it. */
export function lastLine(bytes: Buffer, encoding: Encoding): string {
  return decode(bytes.subarray(0, maxLineBytes), encoding);
}

function findNewline(bytes: Buffer, encoding: Encoding, from: number): number {
  const newline = newlines[encoding];
  let at = bytes.indexOf(newline, from);
  // 0x0a is part of other characters too: only at an even offset is it a line break.
  while (newline.length === 2 && at >= 0 && (at - from) % 2 !== 0) at = bytes.indexOf(newline, at + 1);
  return at;
}

function decode(bytes: Buffer, encoding: Encoding): string {
  if (encoding !== 'utf16be') return bytes.toString(encoding);
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le');
}
