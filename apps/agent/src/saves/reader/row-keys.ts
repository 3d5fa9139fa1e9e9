import { ByteHash } from '@tribehall/ark/saves/byte-hash';
import { viewOf } from '@tribehall/ark/saves/byte-reader';

const free = -1;
const minCapacity = 1_024;

/** Hashes of keys, where each key ends, and all their bytes. */
export type KeyColumns = { hashes: Int32Array; ends: Uint32Array; bytes: Buffer };

/**
 * A hash table of keys, each with a number from 0 on. A key is a letter and an id. All bytes are in one buffer: a Map of
 * strings takes twice the memory.
 */
export class RowKeys {
  count = 0;
  #bytes: Buffer;
  /** Where each key ends; the next one begins there. */
  #ends: Uint32Array;
  #hashes: Int32Array;
  #index: Int32Array;
  #scratch = Buffer.allocUnsafeSlow(1_024);
  #scratchView = viewOf(this.#scratch);
  readonly #hash = new ByteHash();
  /** So that nobody can choose names that all collide. */
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#bytes = Buffer.allocUnsafeSlow(minCapacity * 32);
    this.#ends = new Uint32Array(minCapacity);
    this.#hashes = new Int32Array(minCapacity);
    this.#index = new Int32Array(minCapacity * 2).fill(free);
  }

  /** Replaces all by those of a file, with the same seed. */
  load({ hashes, ends, bytes }: KeyColumns): void {
    this.count = hashes.length;
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(this.count + 1, minCapacity)));
    this.#bytes = bytes;
    this.#ends = new Uint32Array(capacity);
    this.#ends.set(ends);
    this.#hashes = new Int32Array(capacity);
    this.#hashes.set(hashes);
    this.#fillIndex();
  }

  /** The keys of these numbers, in their sequence. */
  columns(isWanted: (slot: number) => boolean): KeyColumns {
    let wanted = 0;
    let byteCount = 0;
    for (let slot = 0; slot < this.count; slot += 1) {
      if (!isWanted(slot)) continue;
      wanted += 1;
      byteCount += this.#endOf(slot) - this.#endOf(slot - 1);
    }
    if (wanted === this.count) {
      const [hashes, ends] = [this.#hashes.subarray(0, wanted), this.#ends.subarray(0, wanted)];
      return { hashes, ends, bytes: this.#bytes.subarray(0, byteCount) };
    }
    const [hashes, ends] = [new Int32Array(wanted), new Uint32Array(wanted)];
    const bytes = Buffer.allocUnsafeSlow(byteCount);
    for (let slot = 0, next = 0, at = 0; slot < this.count; slot += 1) {
      if (!isWanted(slot)) continue;
      for (let from = this.#endOf(slot - 1); from < this.#endOf(slot); from += 1, at += 1)
        bytes[at] = this.#bytes[from] ?? 0;
      hashes[next] = this.#hashes[slot] ?? 0;
      ends[next] = at;
      next += 1;
    }
    return { hashes, ends, bytes };
  }

  /** Returns the number of this key; -1 if it is unknown. */
  find(letter: string, id: string): number {
    return this.#index[this.#placeOf(this.#write(letter, id))] ?? free;
  }

  /** Adds a key that is unknown, or returns its number. */
  add(letter: string, id: string): number {
    const length = this.#write(letter, id);
    const place = this.#placeOf(length);
    const known = this.#index[place] ?? free;
    return known === free ? this.#insert(place, length) : known;
  }

  /** The key without its letter. */
  idOf(slot: number): string {
    return this.#bytes.toString('utf8', this.#endOf(slot - 1) + 1, this.#endOf(slot));
  }

  /** The code of its letter. */
  letterOf(slot: number): number {
    return this.#bytes[this.#endOf(slot - 1)] ?? 0;
  }

  #endOf(slot: number): number {
    return slot < 0 ? 0 : (this.#ends[slot] ?? 0);
  }

  #write(letter: string, id: string): number {
    const length = 1 + id.length * 3;
    if (length > this.#scratch.length) {
      this.#scratch = Buffer.allocUnsafeSlow(length * 2);
      this.#scratchView = viewOf(this.#scratch);
    }
    this.#scratch[0] = letter.charCodeAt(0);
    return 1 + this.#scratch.write(id, 1);
  }

  /** Where the key in `#scratch` is in the index, or would be. */
  #placeOf(length: number): number {
    const hash = this.#hash;
    hash.start(this.#seed, 0);
    hash.bytes(this.#scratchView, 0, length);
    hash.finish();
    const wanted = hash.low | 0;
    const mask = this.#index.length - 1;
    let place = wanted & mask;
    for (let slot = this.#index[place] ?? free; slot !== free; slot = this.#index[place] ?? free) {
      if (this.#hashes[slot] === wanted && this.#isKey(slot, length)) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  #isKey(slot: number, length: number): boolean {
    const start = this.#endOf(slot - 1);
    if (this.#endOf(slot) - start !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.#bytes[start + at] !== this.#scratch[at]) return false;
    return true;
  }

  #insert(place: number, length: number): number {
    const slot = this.count;
    const at = this.#endOf(slot - 1);
    if (at + length > this.#bytes.length) {
      const bigger = Buffer.allocUnsafeSlow((at + length) * 2);
      this.#bytes.copy(bigger, 0, 0, at);
      this.#bytes = bigger;
    }
    // For a few bytes, a loop is faster than `Buffer.copy`.
    for (let index = 0; index < length; index += 1) this.#bytes[at + index] = this.#scratch[index] ?? 0;
    this.#hashes[slot] = this.#hash.low | 0;
    this.#ends[slot] = at + length;
    this.#index[place] = slot;
    this.count += 1;
    if (this.count === this.#hashes.length) this.#grow();
    return slot;
  }

  #grow(): void {
    const { length } = this.#hashes;
    const [hashes, ends] = [new Int32Array(length * 2), new Uint32Array(length * 2)];
    hashes.set(this.#hashes);
    ends.set(this.#ends);
    this.#hashes = hashes;
    this.#ends = ends;
    this.#fillIndex();
  }

  #fillIndex(): void {
    this.#index = new Int32Array(this.#hashes.length * 2).fill(free);
    const mask = this.#index.length - 1;
    for (let slot = 0; slot < this.count; slot += 1) {
      let place = (this.#hashes[slot] ?? 0) & mask;
      while (this.#index[place] !== free) place = (place + 1) & mask;
      this.#index[place] = slot;
    }
  }
}
