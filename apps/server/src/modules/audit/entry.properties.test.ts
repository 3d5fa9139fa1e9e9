import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  beginning,
  hashEntry,
  isAddressRemoved,
  isAddressRight,
  protectAddress,
  toStorable,
  type Note,
} from './entry.ts';

const text = textOf('\0', '\ud83e', '🦖', '"', 'a');
const details = fc.dictionary(text, fc.oneof(fc.jsonValue(), text), { maxKeys: 4 });
const note = fc.record({
  at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
  actorId: fc.option(fc.uuid()),
  actor: text,
  address: text,
  action: text,
  target: text,
  outcome: text,
  details,
}) as unknown as fc.Arbitrary<Note>;

/** As earlier versions stored it: the hash covers the address itself. */
const unprotected = { addressSalt: null, addressDigest: null };

/** The same value with the keys of its objects in another order, as the database may return it. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, part]) => [key, reordered(part)]),
  );
}

it('stores what PostgreSQL accepts and gives back, and stores that as it is', () => {
  fc.assert(
    fc.property(note, (given) => {
      const stored = toStorable(given);
      // Without backslashes that are written twice.
      const json = JSON.stringify({ ...stored, at: undefined }).replaceAll('\\\\', '');
      expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      expect(toStorable(stored)).toEqual(stored);
      expect(JSON.parse(JSON.stringify(stored.details))).toEqual(stored.details);
    }),
  );
});

it('hashes an entry the same after a way through the database, and any other differently', () => {
  fc.assert(
    fc.property(note, note, fc.bigInt({ min: 1n, max: 1_000_000n }), (given, other, id) => {
      const entry = { ...toStorable(given), ...unprotected, id };
      const read = { ...entry, details: reordered(JSON.parse(JSON.stringify(entry.details))) };
      const hash = hashEntry(entry, beginning);
      expect(hashEntry(read, beginning)).toBe(hash);
      const isSame = JSON.stringify(reordered(reordered(toStorable(other)))) === JSON.stringify(toStorable(given));
      expect(hashEntry({ ...toStorable(other), ...unprotected, id }, beginning) === hash).toBe(isSame);
      expect(hashEntry({ ...entry, id: id + 1n }, beginning)).not.toBe(hash);
      expect(hashEntry(entry, hash)).not.toBe(hash);
    }),
  );
});

it('hashes an entry the same without its address, and notices any other address', () => {
  fc.assert(
    fc.property(note, text, fc.bigInt({ min: 1n, max: 1_000_000n }), (given, address, id) => {
      const entry = { ...protectAddress(toStorable(given)), id };
      const hash = hashEntry(entry, beginning);
      const without = { ...entry, hash, address: '', addressSalt: null };
      expect(hashEntry(without, beginning)).toBe(hash);
      expect([isAddressRight({ ...entry, hash }), isAddressRemoved({ ...entry, hash })]).toEqual([true, false]);
      expect([isAddressRight(without), isAddressRemoved(without)]).toEqual([false, true]);
      expect(isAddressRight({ ...entry, hash, address })).toBe(address === entry.address);
      // Not as if an earlier version had stored the digest as the address.
      const posing = { ...without, address: entry.addressDigest ?? '', addressDigest: null };
      expect(hashEntry(posing, beginning)).not.toBe(hash);
      // Nothing that remains tells the address.
      expect(protectAddress(toStorable(given)).addressDigest).not.toBe(entry.addressDigest);
    }),
  );
});
