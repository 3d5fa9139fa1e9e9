import type { ByteHash } from './byte-hash.ts';

const maxFound = 64;

/** Where the wanted properties of one object are. It is used again for the next object; values are parsed on demand. */
export class FoundProperties {
  count = 0;
  readonly names = new Int32Array(maxFound);
  readonly types = new Int32Array(maxFound);
  readonly starts = new Int32Array(maxFound);
  readonly sizes = new Int32Array(maxFound);

  clear(): void {
    this.count = 0;
  }

  /** Returns false if there are too many. */
  add(name: number, type: number, start: number, size: number): boolean {
    const { count } = this;
    if (count >= maxFound) return false;
    this.names[count] = name;
    this.types[count] = type;
    this.starts[count] = start;
    this.sizes[count] = size;
    this.count = count + 1;
    return true;
  }

  /** The last property of this name; -1 if there is none. */
  find(name: number): number {
    for (let index = this.count - 1; index >= 0; index -= 1) if (this.names[index] === name) return index;
    return -1;
  }

  hash(hash: ByteHash, view: DataView): void {
    for (let index = 0; index < this.count; index += 1) {
      const start = this.starts[index] ?? 0;
      const size = this.sizes[index] ?? 0;
      hash.word(((this.names[index] ?? 0) << 16) | (((this.types[index] ?? 0) & 0xff) << 8) | Math.min(size, 0xff));
      // Most are numbers.
      if (size === 4) hash.word(view.getInt32(start, true));
      else hash.bytes(view, start, start + size);
    }
  }
}
