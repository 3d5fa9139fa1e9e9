import { SaveError } from './save-error.ts';

const maxStringBytes = 1024 * 1024;

export function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Reads little-endian values sequentially, never past the end; errors name the offset. */
export class ByteReader {
  readonly bytes: Buffer;
  /** Of the same bytes; the many small numbers of a save are read faster through it. */
  readonly view: DataView;
  at: number;
  readonly end: number;
  /** What the bytes are part of, for errors. */
  readonly of: string;

  constructor(bytes: Buffer, of: string, at = 0, end = bytes.length, view = viewOf(bytes)) {
    this.bytes = bytes;
    this.view = view;
    this.of = of;
    this.at = at;
    this.end = end;
  }

  fail(reason: string, at = this.at): never {
    throw new SaveError(`${this.of}, byte ${at}`, reason);
  }

  /** Skips `count` bytes and returns their offset. */
  skip(count: number): number {
    const start = this.at;
    if (!(count >= 0 && count <= this.end - start))
      this.fail(`${count} bytes are wanted, ${this.end - start} are left`);
    this.at = start + count;
    return start;
  }

  take(count: number): Buffer {
    const start = this.skip(count);
    return this.bytes.subarray(start, this.at);
  }

  byte(): number {
    return this.view.getUint8(this.skip(1));
  }

  int16(): number {
    return this.view.getInt16(this.skip(2), true);
  }

  int32(): number {
    return this.view.getInt32(this.skip(4), true);
  }

  uint32(): number {
    return this.view.getUint32(this.skip(4), true);
  }

  uint64(): bigint {
    return this.view.getBigUint64(this.skip(8), true);
  }

  float32(): number {
    return this.view.getFloat32(this.skip(4), true);
  }

  float64(): number {
    return this.view.getFloat64(this.skip(8), true);
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
    const start = this.skip(byteCount);
    return length < 0
      ? this.bytes.toString('utf16le', start, this.at - 2)
      : this.bytes.toString('latin1', start, this.at - 1);
  }
}

/** A source of bytes: a file or a buffer, read in parts on demand. */
export type ByteSource = {
  size: number;
  /** Returns `length` bytes from `offset`; fewer only at the end. They may be in the memory of `spent`. */
  read(offset: number, length: number, spent?: Buffer): Buffer;
};

export function bytesSource(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}
