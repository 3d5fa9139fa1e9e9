import { type ByteSource, viewOf } from '../byte-reader.ts';
import { SaveError } from '../save-error.ts';

const windowBytes = 256 * 1024;
const maxStringBytes = 1024 * 1024;

/** Reads little-endian values through a sliding window, so that a big save is never in memory as a whole. */
export class SourceReader {
  readonly source: ByteSource;
  /** What the bytes are part of, for errors. */
  of: string;
  /** Offset of the next byte in the source. */
  at = 0;
  /** Nothing is read from here on. */
  end: number;
  /** The bytes in memory; see `spanOf`. */
  window: Buffer = Buffer.alloc(0);
  view: DataView = viewOf(this.window);
  #windowStart = 0;
  #windowEnd = 0;

  constructor(source: ByteSource, of: string) {
    this.source = source;
    this.of = of;
    this.end = source.size;
  }

  fail(reason: string, at = this.at): never {
    throw new SaveError(`${this.of}, byte ${at}`, reason);
  }

  skip(count: number): void {
    if (!(count >= 0 && count <= this.end - this.at))
      this.fail(`${count} bytes are wanted, ${this.end - this.at} are left`);
    this.at += count;
  }

  moveTo(offset: number): void {
    if (!(offset >= 0 && offset <= this.end)) this.fail(`byte ${offset} is outside, there are ${this.end}`);
    this.at = offset;
  }

  byte(): number {
    const at = this.#next(1);
    return this.view.getUint8(at);
  }

  int16(): number {
    const at = this.#next(2);
    return this.view.getInt16(at, true);
  }

  int32(): number {
    const at = this.#next(4);
    return this.view.getInt32(at, true);
  }

  uint32(): number {
    const at = this.#next(4);
    return this.view.getUint32(at, true);
  }

  uint64(): bigint {
    const at = this.#next(8);
    return this.view.getBigUint64(at, true);
  }

  float32(): number {
    const at = this.#next(4);
    return this.view.getFloat32(at, true);
  }

  float64(): number {
    const at = this.#next(8);
    return this.view.getFloat64(at, true);
  }

  /** Reads a count of items of at least this many bytes each; throws if they cannot fit. */
  count(bytesEach: number): number {
    const count = this.int32();
    if (count < 0 || count * bytesEach > this.end - this.at)
      this.fail(`there cannot be ${count} things here`, this.at - 4);
    return count;
  }

  /** Positive length: one byte a letter; negative: UTF-16; both count the NUL at the end. */
  string(): string {
    const length = this.int32();
    if (length === 0) return '';
    const byteCount = length < 0 ? length * -2 : length;
    if (byteCount > maxStringBytes) this.fail(`a text of ${byteCount} bytes is too long`, this.at - 4);
    const start = this.#next(byteCount);
    return length < 0
      ? this.window.toString('utf16le', start, start + byteCount - 2)
      : this.window.toString('latin1', start, start + byteCount - 1);
  }

  skipString(): void {
    const length = this.int32();
    this.skip(length < 0 ? length * -2 : length);
  }

  /** Skips `count` bytes and returns their offset in the window. */
  #next(count: number): number {
    const start = this.at;
    if (start < this.#windowStart || start + count > this.#windowEnd) this.#load(count);
    else if (start + count > this.end) this.skip(count);
    this.at = start + count;
    return start - this.#windowStart;
  }

  /** Where these bytes begin in the window, so that many values can be read without asking; -1 if they are too many. */
  spanOf(start: number, end: number): number {
    const count = end - start;
    if (!(start >= 0 && count >= 0 && count <= windowBytes && end <= this.source.size)) return -1;
    if (start < this.#windowStart || end > this.#windowEnd) this.#fill(start, windowBytes);
    return end <= this.#windowEnd ? start - this.#windowStart : -1;
  }

  #load(count: number): void {
    if (count > this.end - this.at) this.skip(count);
    this.#fill(this.at, Math.max(count, windowBytes));
    if (this.window.length < count) this.fail('the file ends early');
  }

  #fill(start: number, length: number): void {
    this.window = this.source.read(start, Math.min(length, this.source.size - start), this.window);
    this.view = viewOf(this.window);
    this.#windowStart = start;
    this.#windowEnd = start + this.window.length;
  }
}
