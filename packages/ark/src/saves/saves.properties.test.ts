import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asaArchive } from '../testing/asa-fixture.ts';
import { asa } from '../testing/asa-parts.ts';
import { int32, text } from '../testing/ase-fixture.ts';
import { ByteReader } from './byte-reader.ts';
import { readProfile, readTribe } from './read-archive.ts';
import { SaveError } from './save-error.ts';

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((given) => given.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim())
  .filter((given) => given !== '');

it('reads numbers and texts as the game writes them, and ends where they end', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer(), name), { maxLength: 8 }), (values) => {
      const bytes = Buffer.concat(values.map((value) => (typeof value === 'number' ? int32(value) : text(value))));
      const reader = new ByteReader(bytes, 'a test');
      expect(values.map((value) => (typeof value === 'number' ? reader.int32() : reader.string()))).toEqual(values);
      expect(reader.at).toBe(bytes.length);
      expect(() => reader.byte()).toThrow(SaveError);
    }),
  );
});

it('never reads past its end, whatever it is asked for', () => {
  const step = fc.constantFrom(
    'byte',
    'int16',
    'int32',
    'uint32',
    'uint64',
    'float32',
    'float64',
    'string',
  ) satisfies fc.Arbitrary<keyof ByteReader>;
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 30 }),
      fc.array(step, { maxLength: 12 }),
      fc.nat(30),
      (bytes, steps, end) => {
        const reader = new ByteReader(Buffer.from(bytes), 'a test', 0, Math.min(end, bytes.length));
        try {
          for (const read of steps) reader[read]();
        } catch (error) {
          expect(error).toBeInstanceOf(SaveError);
        }
        expect(reader.at).toBeLessThanOrEqual(reader.end);
      },
    ),
  );
});

it('reads the names in a profile and a tribe as they were saved', () => {
  fc.assert(
    fc.property(
      name,
      name,
      fc.integer({ min: 100_000, max: 1_999_999_999 }),
      fc.constantFrom(5, 6, 7),
      (one, other, number, version) => {
        const profile = asaArchive(version, 'PrimalPlayerData', [
          asa.struct('MyData', 'PrimalPlayerDataStruct', [
            asa.uint64('PlayerDataID', BigInt(number)),
            asa.text('PlayerName', one),
            asa.struct('MyPlayerCharacterConfig', 'Config', [asa.text('PlayerCharacterName', other)]),
          ]),
        ]);
        expect(readProfile(profile)).toMatchObject({ arkId: String(number), platformName: one, name: other });
        const tribe = asaArchive(version, 'PrimalTribeData', [
          asa.struct('TribeData', 'TribeData', [asa.text('TribeName', one), asa.int('TribeID', number)]),
        ]);
        expect(readTribe(tribe)).toMatchObject({ name: one, id: number });
      },
    ),
  );
});
