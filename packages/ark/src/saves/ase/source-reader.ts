import type { ByteSource } from '../byte-reader.ts';
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
  #window: Buffer = Buffer.alloc(0);
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
    return this.#window.readUInt8(at);
  }

  int16(): number {
    const at = this.#next(2);
    return this.#window.readInt16LE(at);
  }

  int32(): number {
    const at = this.#next(4);
    return this.#window.readInt32LE(at);
  }

  uint32(): number {
    const at = this.#next(4);
    return this.#window.readUInt32LE(at);
  }

  uint64(): bigint {
    const at = this.#next(8);
    return this.#window.readBigUInt64LE(at);
  }

  float32(): number {
    const at = this.#next(4);
    return this.#window.readFloatLE(at);
  }

  float64(): number {
    const at = this.#next(8);
    return this.#window.readDoubleLE(at);
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
      ? this.#window.toString('utf16le', start, start + byteCount - 2)
      : this.#window.toString('latin1', start, start + byteCount - 1);
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

  #load(count: number): void {
    if (count > this.end - this.at) this.skip(count);
    this.#window = this.source.read(this.at, Math.max(count, Math.min(windowBytes, this.source.size - this.at)));
    this.#windowStart = this.at;
    this.#windowEnd = this.at + this.#window.length;
    if (this.#window.length < count) this.fail('the file ends early');
  }
}
