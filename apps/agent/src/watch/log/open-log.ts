import { createHash } from 'node:crypto';
import fs, { type FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import { type Files, files } from '../../files.ts';
import { type Encoding, encodingOf, endsWithNewline, lastLine, splitLines } from './line-splitter.ts';

/** A position in a log file, with a hash of the file's beginning to recognise it: that holds the time it was opened. */
export const logPosition = z.object({
  file: z.string(),
  head: z.string(),
  headBytes: z.int().min(0),
  offset: z.int().min(0),
  isMidLine: z.boolean(),
});
export type LogPosition = z.output<typeof logPosition>;

const maxHeadBytes = 1024;

/** The start of a file. */
export function startOf(file: string): LogPosition {
  return { file, head: fingerprint(Buffer.alloc(0)), headBytes: 0, offset: 0, isMidLine: false };
}

/** Hashes the beginning as far as it was read; the rest may still be written. */
async function readHead(handle: FileHandle, offset: number): Promise<Pick<LogPosition, 'head' | 'headBytes'>> {
  const bytes = await readBytes(handle, 0, Math.min(offset, maxHeadBytes));
  return { head: fingerprint(bytes), headBytes: bytes.length };
}

async function isSameLog(handle: FileHandle, { head, headBytes, offset }: LogPosition): Promise<boolean> {
  const { size } = await handle.stat();
  if (size < offset) return false;
  return fingerprint(await readBytes(handle, 0, headBytes)) === head;
}

async function readBytes(handle: FileHandle, offset: number, count: number): Promise<Buffer> {
  const bytes = Buffer.alloc(count);
  let length = 0;
  while (length < count) {
    const { bytesRead } = await handle.read(bytes, length, count - length, offset + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function fingerprint(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** `[2026.09.13-18.48.40:782]`, in UTC. */
const engineTime = /^\[(\d{4})\.(\d\d)\.(\d\d)-(\d\d)\.(\d\d)\.(\d\d):(\d{3})\]/;

function engineTimeMs(line: string): number | undefined {
  const [year = 0, month = 1, ...rest] = engineTime.exec(line)?.slice(1).map(Number) ?? [];
  return year === 0 ? undefined : Date.UTC(year, month - 1, ...rest);
}

const pieceBytes = 64 * 1024;
/** Enough to see how the last startup went. */
const historyBytes = { head: 64 * 1024, tail: 256 * 1024 };

/** A log file that is read from a position onwards. */
export class OpenLog {
  readonly #handle: FileHandle;
  readonly #encoding: Encoding;
  #position: LogPosition;
  #seenBytes = -1;

  private constructor(handle: FileHandle, encoding: Encoding, position: LogPosition) {
    this.#handle = handle;
    this.#encoding = encoding;
    this.#position = position;
  }

  /** Throws if the file cannot be read. */
  static async open(path: string, file: string, { open }: Pick<Files, 'open'> = files): Promise<OpenLog> {
    const handle = await open(path, 'r');
    const encoding = encodingOf(await readBytes(handle, 0, 2));
    return new OpenLog(handle, encoding, startOf(file));
  }

  get position(): LogPosition {
    return this.#position;
  }

  /** Continues at the position if it belongs to this file; returns whether it does. */
  async goTo(position: LogPosition): Promise<boolean> {
    if (!(await isSameLog(this.#handle, position))) return false;
    this.#position = position;
    return true;
  }

  /** Skips everything so far, including the rest of a half-written line. */
  async goToEnd(): Promise<void> {
    const { size } = await this.#handle.stat();
    const last = await readBytes(this.#handle, Math.max(0, size - 2), 2);
    const isMidLine = size > 0 && !endsWithNewline(last, this.#encoding);
    await this.#moveTo(size - (this.#encoding === 'utf8' ? 0 : size % 2), isMidLine);
  }

  /** Windows gives a file the birth time of one that had its name seconds ago (tunnelling), so its first time stamp counts too. */
  async isBornAfter(timeMs: number): Promise<boolean> {
    if ((await this.#handle.stat()).birthtimeMs >= timeMs) return true;
    const lines = await this.#lines(0, maxHeadBytes * 4);
    const firstMs = lines.map(engineTimeMs).find((ms) => ms !== undefined);
    return firstMs !== undefined && firstMs >= timeMs;
  }

  /**
   * Whether the path may now lead to another file; its content decides. Some network drives give all files the same inode
   * number, so another size counts as well.
   */
  async isReplacedAt(path: string): Promise<boolean> {
    const [mine, there] = await Promise.all([this.#handle.stat({ bigint: true }), fs.stat(path, { bigint: true })]);
    return mine.ino !== there.ino || mine.dev !== there.dev || mine.size !== there.size;
  }

  /** Whether the file was truncated or overwritten since the last read. */
  async isCut(): Promise<boolean> {
    const { size } = await this.#handle.stat();
    if (size === this.#seenBytes) return false;
    return !(await isSameLog(this.#handle, this.#position));
  }

  /** Returns the next lines; undefined at the end of the file. */
  async next(): Promise<string[] | undefined> {
    const { size } = await this.#handle.stat();
    const { offset, isMidLine } = this.#position;
    if (size === this.#seenBytes) return undefined;
    const bytes = await readBytes(this.#handle, offset, pieceBytes);
    const split = splitLines(bytes, this.#encoding, isMidLine);
    if (bytes.length < pieceBytes) this.#seenBytes = offset + bytes.length;
    if (split.usedBytes === 0) return undefined;
    await this.#moveTo(offset + split.usedBytes, split.isMidLine);
    return split.lines;
  }

  /** Returns the unterminated last line of a file that no longer grows. */
  async remainder(): Promise<string[]> {
    const { offset, isMidLine } = this.#position;
    const bytes = await readBytes(this.#handle, offset, pieceBytes);
    await this.#moveTo(offset + bytes.length, false);
    return bytes.length === 0 || isMidLine ? [] : [lastLine(bytes, this.#encoding)];
  }

  /** Returns lines before the position, to learn from; `isWhole` if all of them are included. */
  async history(): Promise<{ lines: string[]; isWhole: boolean }> {
    const { offset } = this.#position;
    if (offset <= historyBytes.head + historyBytes.tail) return { lines: await this.#lines(0, offset), isWhole: true };
    const head = await this.#lines(0, historyBytes.head);
    const start = offset - historyBytes.tail;
    return { lines: [...head, ...(await this.#lines(start - (start % 2), offset))], isWhole: false };
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #lines(start: number, end: number): Promise<string[]> {
    return splitLines(await readBytes(this.#handle, start, end - start), this.#encoding, start > 0).lines;
  }

  async #moveTo(offset: number, isMidLine: boolean): Promise<void> {
    this.#position = { file: this.#position.file, offset, isMidLine, ...(await readHead(this.#handle, offset)) };
  }
}
