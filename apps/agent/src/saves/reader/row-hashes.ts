import { ByteHash } from '@tribehall/ark/saves/byte-hash';
import { viewOf } from '@tribehall/ark/saves/byte-reader';
import type { ContentHash, KnownObjects } from '@tribehall/ark/saves/known-objects';
import type { UnreadableRow } from '@tribehall/ark/saves/save-rows';
import { randomBytes } from 'node:crypto';
import { ContentIndex } from './content-index.ts';
import { type KeyColumns, RowKeys } from './row-keys.ts';
import type { RowKind, SerializedRow } from './serialize-row.ts';

export type RowNews = 'new' | 'changed' | 'same' | 'again';
export type RowKey = { kind: RowKind; id: string };
/** The ground is never gone: the portal accumulates its cells. */
export type GoneKey = RowKey & { kind: Exclude<RowKind, 'ground'> };

export const seedBytes = 8;
/** Numbers of 32 bits for each row: the hash of the row and that of its content. */
export const hashNumbers = 4;

/** All rows as they are stored. */
export type RowColumns = { hashes: Int32Array; keys: KeyColumns };

const letters = { structure: 's', tribe: 't', survivor: 'p', class: 'c', ground: 'g' } as const satisfies Record<
  RowKind,
  string
>;
const kinds = new Map<number, RowKind>(
  Object.entries(letters).map(([kind, letter]): [number, RowKind] => [letter.charCodeAt(0), kind as RowKind]),
);

/** Hashes of the rows that the portal has, and which of those rows are still in the save. */
export class RowHashes {
  readonly #keys: RowKeys;
  /** For each row the hash of the row and that of its content, in two halves each. */
  #hashes: Int32Array;
  #isSeen: Uint8Array;
  readonly #contents = new ContentIndex();
  readonly #seed: Buffer;
  readonly #hash = new ByteHash();
  #scratch = Buffer.allocUnsafeSlow(4 * 1_024);
  #scratchView = viewOf(this.#scratch);

  /** Begins with the rows of an earlier upload, if there are any. */
  constructor(seed: Buffer = randomBytes(seedBytes), rows?: RowColumns) {
    this.#seed = Buffer.from(seed);
    this.#keys = new RowKeys(seed.readInt32LE(0) ^ seed.readInt32LE(4));
    if (rows) this.#keys.load(rows.keys);
    this.#hashes = rows?.hashes ?? new Int32Array(1_024 * hashNumbers);
    this.#isSeen = new Uint8Array(this.#hashes.length / hashNumbers);
  }

  /** A secret: with it, changes could be made that are not noticed. */
  get seed(): Buffer {
    return this.#seed;
  }

  note({ kind, id, json }: SerializedRow, content?: ContentHash): RowNews {
    const rowCount = this.#keys.count;
    const slot = this.#keys.add(letters[kind], id);
    const isNew = this.#keys.count > rowCount;
    if (isNew) this.#makeRoom();
    // The first row wins: otherwise two rows with one id would alternate with every upload.
    else if (this.#isSeen[slot] === 1) return 'again';
    const { low, high } = this.#hashOf(json);
    const at = slot * hashNumbers;
    const isSame = this.#hashes[at] === low && this.#hashes[at + 1] === high;
    this.#hashes[at] = low;
    this.#hashes[at + 1] = high;
    this.#hashes[at + 2] = content?.low ?? 0;
    this.#hashes[at + 3] = content?.high ?? 0;
    this.#isSeen[slot] = 1;
    if (isNew) return 'new';
    return isSame ? 'same' : 'changed';
  }

  /** What need not be read again, by this version of the reader. */
  knownObjects(readerVersion: string): KnownObjects {
    this.#contents.fill(this.#hashes, this.#keys.count);
    const hash = this.#hash;
    hash.start(this.#seed.readInt32LE(0), this.#seed.readInt32LE(4));
    hash.text(readerVersion);
    hash.finish();
    return {
      seed: [hash.low, hash.high],
      reuse: (low, high) => {
        const slot = this.#contents.find(this.#hashes, low, high);
        if (slot < 0 || this.#isSeen[slot] === 1) return false;
        this.#isSeen[slot] = 1;
        return true;
      },
      hasSeen: (id) => this.#isSeen[this.#keys.find(letters.structure, id)] === 1,
    };
  }

  /** Marks a row that could not be read this time as still present. Returns false if it is unknown. */
  markPresent({ kind, id }: RowKey): boolean {
    const slot = this.#keys.find(letters[kind], id);
    if (slot < 0) return false;
    this.#isSeen[slot] = 1;
    return true;
  }

  /** Does the same for all unseen rows of this kind, if there are at most this many. */
  markMissingPresent(kind: RowKind, atMost: number): void {
    if (atMost === 0) return;
    const missing: number[] = [];
    for (let slot = 0; slot < this.#keys.count; slot += 1) {
      if (this.#isSeen[slot] === 0 && this.#kindOf(slot) === kind) missing.push(slot);
    }
    if (missing.length <= atMost) for (const slot of missing) this.#isSeen[slot] = 1;
  }

  /** Returns how many rows of this kind the portal has after this upload. */
  count(kind: RowKind): number {
    let count = 0;
    const letter = letters[kind].charCodeAt(0);
    for (let slot = 0; slot < this.#keys.count; slot += 1) {
      if (this.#isSeen[slot] === 1 && this.#keys.letterOf(slot) === letter) count += 1;
    }
    return count;
  }

  *gone(): Generator<GoneKey> {
    for (let slot = 0; slot < this.#keys.count; slot += 1) {
      const kind = this.#isSeen[slot] === 0 ? this.#kindOf(slot) : undefined;
      if (kind && kind !== 'ground') yield { kind, id: this.#keys.idOf(slot) };
    }
  }

  /** The rows that the portal has after this upload. */
  present(): RowColumns {
    const { count } = this.#keys;
    const isPresent = (slot: number) => this.#isSeen[slot] === 1;
    const keys = this.#keys.columns(isPresent);
    if (keys.ends.length === count) return { hashes: this.#hashes.subarray(0, count * hashNumbers), keys };
    const hashes = new Int32Array(keys.ends.length * hashNumbers);
    for (let slot = 0, next = 0; slot < count; slot += 1) {
      if (!isPresent(slot)) continue;
      for (let part = 0; part < hashNumbers; part += 1)
        hashes[next * hashNumbers + part] = this.#hashes[slot * hashNumbers + part] ?? 0;
      next += 1;
    }
    return { hashes, keys };
  }

  #kindOf(slot: number): RowKind | undefined {
    return kinds.get(this.#keys.letterOf(slot));
  }

  #hashOf(json: string): ByteHash {
    if (json.length * 3 > this.#scratch.length) {
      this.#scratch = Buffer.allocUnsafeSlow(json.length * 6);
      this.#scratchView = viewOf(this.#scratch);
    }
    const length = this.#scratch.write(json);
    this.#hash.start(this.#seed.readInt32LE(0), this.#seed.readInt32LE(4));
    this.#hash.bytes(this.#scratchView, 0, length);
    this.#hash.finish();
    return this.#hash;
  }

  #makeRoom(): void {
    if (this.#keys.count <= this.#isSeen.length) return;
    const capacity = Math.max(this.#isSeen.length * 2, 1_024);
    const hashes = new Int32Array(capacity * hashNumbers);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const isSeen = new Uint8Array(capacity);
    isSeen.set(this.#isSeen);
    this.#isSeen = isSeen;
  }
}

/**
 * Objects that cannot be read still exist, so the portal retains their rows: by id if it is known. Of the others only
 * the number is known: if no more rows than that are missing, those are most likely the ones. Without a base there is
 * nothing to retain: the portal considers rows that were not sent gone until a later save has them.
 */
export class UnreadRows {
  readonly #hashes: RowHashes;
  readonly #nameless = { structure: 0, tribe: 0, survivor: 0 };

  constructor(hashes: RowHashes) {
    this.#hashes = hashes;
  }

  note({ of, id }: UnreadableRow): void {
    if (of === 'store') {
      for (const kind of ['tribe', 'survivor'] as const) this.#hashes.markMissingPresent(kind, Infinity);
      return;
    }
    const kind = of === 'object' ? 'structure' : of;
    if (id === undefined) this.#nameless[kind] += 1;
    const isPresent = id !== undefined && this.#hashes.markPresent({ kind, id });
    // It may have been the body of a survivor.
    if (of === 'object' && !isPresent) this.#nameless.survivor += 1;
  }

  /** To be called after all readable rows. */
  apply(): void {
    for (const kind of ['structure', 'tribe', 'survivor'] as const) {
      this.#hashes.markMissingPresent(kind, this.#nameless[kind]);
    }
  }
}
