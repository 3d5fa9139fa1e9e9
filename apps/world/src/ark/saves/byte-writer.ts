const firstBytes = 4_096;

/** Writes the engine's values: little endian, strings with length prefix and terminator. Grows as needed. */
export class ByteWriter {
  private bytes = Buffer.allocUnsafe(firstBytes);
  private length = 0;

  get at(): number {
    return this.length;
  }

  /** Starts over: views handed out before will be overwritten. */
  clear(): void {
    this.length = 0;
  }

  /** What was written so far, not copied: valid until the next write. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  copy(): Buffer {
    return Buffer.from(this.view());
  }

  byte(value: number): void {
    this.ensureCapacity(1);
    this.bytes[this.length++] = value;
  }

  uint16(value: number): void {
    this.ensureCapacity(2);
    this.length = this.bytes.writeUInt16LE(value, this.length);
  }

  int32(value: number): void {
    this.ensureCapacity(4);
    this.length = this.bytes.writeInt32LE(value, this.length);
  }

  uint32(value: number): void {
    this.ensureCapacity(4);
    this.length = this.bytes.writeUInt32LE(value, this.length);
  }

  uint64(value: number): void {
    this.uint32(value % 2 ** 32);
    this.uint32(Math.floor(value / 2 ** 32));
  }

  float32(value: number): void {
    this.ensureCapacity(4);
    this.length = this.bytes.writeFloatLE(value, this.length);
  }

  float64(value: number): void {
    this.ensureCapacity(8);
    this.length = this.bytes.writeDoubleLE(value, this.length);
  }

  raw(value: Uint8Array): void {
    this.ensureCapacity(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  zeros(count: number): void {
    this.ensureCapacity(count);
    this.bytes.fill(0, this.length, this.length + count);
    this.length += count;
  }

  /** A negative length means UTF-16. */
  string(value: string): void {
    const isPlain = isAscii(value);
    this.int32(isPlain ? value.length + 1 : -value.length - 1);
    this.ensureCapacity((value.length + 1) * 2);
    this.length += this.bytes.write(value, this.length, isPlain ? 'latin1' : 'utf16le');
    this.zeros(isPlain ? 1 : 2);
  }

  /** Changes a number written before: a size or an offset that is known only later. */
  patchInt32(at: number, value: number): void {
    this.bytes.writeInt32LE(value, at);
  }

  private ensureCapacity(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}

function isAscii(value: string): boolean {
  for (let index = 0; index < value.length; index += 1) if (value.charCodeAt(index) > 0x7f) return false;
  return true;
}
