import type { UnreadableRow } from '@tribehall/ark/saves/save-rows';
import { hash } from 'node:crypto';
import type { RowKind, SerializedRow } from './serialize-row.ts';

export type RowNews = 'new' | 'changed' | 'same' | 'again';
export type RowKey = { kind: RowKind; id: string };
/** The ground is never gone: the portal accumulates its cells. */
export type GoneKey = RowKey & { kind: Exclude<RowKind, 'ground'> };

const hashBytes = 8;
const letters = { structure: 's', tribe: 't', survivor: 'p', class: 'c', ground: 'g' } as const satisfies Record<
  RowKind,
  string
>;
const kinds = new Map<string, RowKind>(
  Object.entries(letters).map(([kind, letter]): [string, RowKind] => [letter, kind as RowKind]),
);

/** Hashes of the rows that the portal has, and which of those rows are still in the save. */
export class RowHashes {
  readonly #slots = new Map<string, number>();
  #hashes = Buffer.alloc(hashBytes * 1_024);
  #isSeen = new Uint8Array(1_024);

  /** Adds a row of an earlier upload. */
  add(key: string, rowHash: Buffer): void {
    this.#set(this.#slotOf(key), rowHash, false);
  }

  note({ kind, id, json }: SerializedRow): RowNews {
    const key = letters[kind] + id;
    const rowHash = hash('sha1', json, 'buffer').subarray(0, hashBytes);
    const known = this.#slots.get(key);
    if (known === undefined) {
      this.#set(this.#slotOf(key), rowHash, true);
      return 'new';
    }
    // The first row wins: otherwise two rows with one id would alternate with every upload.
    if (this.#isSeen[known] === 1) return 'again';
    const isSame = this.#hashAt(known).equals(rowHash);
    this.#set(known, rowHash, true);
    return isSame ? 'same' : 'changed';
  }

  /** Marks a row that could not be read this time as still present. Returns false if it is unknown. */
  markPresent({ kind, id }: RowKey): boolean {
    const slot = this.#slots.get(letters[kind] + id);
    if (slot === undefined) return false;
    this.#isSeen[slot] = 1;
    return true;
  }

  /** Does the same for all unseen rows of this kind, if there are at most this many. */
  markMissingPresent(kind: RowKind, atMost: number): void {
    if (atMost === 0) return;
    const missing: number[] = [];
    for (const [key, slot] of this.#slots) {
      if (this.#isSeen[slot] === 0 && key.startsWith(letters[kind])) missing.push(slot);
    }
    if (missing.length <= atMost) for (const slot of missing) this.#isSeen[slot] = 1;
  }

  /** Returns how many rows of this kind the portal has after this upload. */
  count(kind: RowKind): number {
    let count = 0;
    for (const [key, slot] of this.#slots) {
      if (this.#isSeen[slot] === 1 && key.startsWith(letters[kind])) count += 1;
    }
    return count;
  }

  *gone(): Generator<GoneKey> {
    for (const [key, slot] of this.#slots) {
      const kind = kinds.get(key.slice(0, 1));
      if (this.#isSeen[slot] === 0 && kind && kind !== 'ground') yield { kind, id: key.slice(1) };
    }
  }

  /** Rows that the portal has after this upload. */
  *entries(): Generator<{ key: string; rowHash: Buffer }> {
    for (const [key, slot] of this.#slots) {
      if (this.#isSeen[slot] === 1) yield { key, rowHash: this.#hashAt(slot) };
    }
  }

  #slotOf(key: string): number {
    const slot = this.#slots.get(key) ?? this.#slots.size;
    this.#slots.set(key, slot);
    if (slot >= this.#isSeen.length) this.#grow();
    return slot;
  }

  #hashAt(slot: number): Buffer {
    return this.#hashes.subarray(slot * hashBytes, (slot + 1) * hashBytes);
  }

  #set(slot: number, rowHash: Buffer, isSeen: boolean): void {
    rowHash.copy(this.#hashes, slot * hashBytes);
    this.#isSeen[slot] = isSeen ? 1 : 0;
  }

  #grow(): void {
    const hashes = Buffer.alloc(this.#hashes.length * 2);
    this.#hashes.copy(hashes);
    this.#hashes = hashes;
    const isSeen = new Uint8Array(this.#isSeen.length * 2);
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
