import type { UnreadableRow } from '@tribehall/ark/saves/save-rows';
import { hash } from 'node:crypto';
import type { RowKind, ToldRow } from './serialize-row.ts';

export type RowNews = 'new' | 'changed' | 'same' | 'again';
export type RowKey = { kind: RowKind; id: string };

const hashBytes = 8;
const letters = { structure: 's', tribe: 't', survivor: 'p', class: 'c' } as const satisfies Record<RowKind, string>;
const kinds = new Map<string, RowKind>(
  Object.entries(letters).map(([kind, letter]): [string, RowKind] => [letter, kind as RowKind]),
);

/** Which rows the portal has, by a hash of each, and which of them the save still has. */
export class RowLedger {
  readonly #places = new Map<string, number>();
  #hashes = Buffer.alloc(hashBytes * 1_024);
  #isSeen = new Uint8Array(1_024);

  /** What an earlier reading told. */
  add(key: string, rowHash: Buffer): void {
    this.#set(this.#placeOf(key), rowHash, false);
  }

  note({ kind, id, json }: ToldRow): RowNews {
    const key = letters[kind] + id;
    const rowHash = hash('sha1', json, 'buffer').subarray(0, hashBytes);
    const known = this.#places.get(key);
    if (known === undefined) {
      this.#set(this.#placeOf(key), rowHash, true);
      return 'new';
    }
    // The first one counts: told twice in turns, it would change with every reading.
    if (this.#isSeen[known] === 1) return 'again';
    const isSame = this.#hashAt(known).equals(rowHash);
    this.#set(known, rowHash, true);
    return isSame ? 'same' : 'changed';
  }

  /** It is still there, though it could not be read this time. False where it was not known. */
  keep({ kind, id }: RowKey): boolean {
    const place = this.#places.get(letters[kind] + id);
    if (place === undefined) return false;
    this.#isSeen[place] = 1;
    return true;
  }

  /** The same for whatever of this kind was not seen, if that is no more than so many. */
  keepMissing(kind: RowKind, atMost: number): void {
    if (atMost === 0) return;
    const missing: number[] = [];
    for (const [key, place] of this.#places) {
      if (this.#isSeen[place] === 0 && key.startsWith(letters[kind])) missing.push(place);
    }
    if (missing.length <= atMost) for (const place of missing) this.#isSeen[place] = 1;
  }

  /** How many of this kind the portal has after this reading. */
  count(kind: RowKind): number {
    let count = 0;
    for (const [key, place] of this.#places) {
      if (this.#isSeen[place] === 1 && key.startsWith(letters[kind])) count += 1;
    }
    return count;
  }

  *gone(): Generator<RowKey> {
    for (const [key, place] of this.#places) {
      const kind = kinds.get(key.slice(0, 1));
      if (this.#isSeen[place] === 0 && kind) yield { kind, id: key.slice(1) };
    }
  }

  /** What the portal has after this reading. */
  *entries(): Generator<{ key: string; rowHash: Buffer }> {
    for (const [key, place] of this.#places) {
      if (this.#isSeen[place] === 1) yield { key, rowHash: this.#hashAt(place) };
    }
  }

  #placeOf(key: string): number {
    const place = this.#places.get(key) ?? this.#places.size;
    this.#places.set(key, place);
    if (place >= this.#isSeen.length) this.#grow();
    return place;
  }

  #hashAt(place: number): Buffer {
    return this.#hashes.subarray(place * hashBytes, (place + 1) * hashBytes);
  }

  #set(place: number, rowHash: Buffer, isSeen: boolean): void {
    rowHash.copy(this.#hashes, place * hashBytes);
    this.#isSeen[place] = isSeen ? 1 : 0;
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
 * What cannot be read is still there, so the portal keeps what it has of it: the row itself where its id is known. Of
 * the others only the number is known: if no more rows are missing than that, they are most likely the missing ones.
 * A whole reading has nothing to keep: there the portal takes what was not told for gone until a save tells it again.
 */
export class UnreadRows {
  readonly #ledger: RowLedger;
  readonly #nameless = { structure: 0, tribe: 0, survivor: 0 };

  constructor(ledger: RowLedger) {
    this.#ledger = ledger;
  }

  note({ of, id }: UnreadableRow): void {
    if (of === 'store') {
      for (const kind of ['tribe', 'survivor'] as const) this.#ledger.keepMissing(kind, Infinity);
      return;
    }
    const kind = of === 'object' ? 'structure' : of;
    if (id === undefined) this.#nameless[kind] += 1;
    const isKept = id !== undefined && this.#ledger.keep({ kind, id });
    // It may have been somebody's body.
    if (of === 'object' && !isKept) this.#nameless.survivor += 1;
  }

  /** When everything that can be read was told. */
  settle(): void {
    for (const kind of ['structure', 'tribe', 'survivor'] as const) {
      this.#ledger.keepMissing(kind, this.#nameless[kind]);
    }
  }
}
