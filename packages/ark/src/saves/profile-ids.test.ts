import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { findPlayerDataId } from './profile-ids.ts';

const int32 = (value: number) => Buffer.from(Int32Array.of(value).buffer);
const uint64 = (value: bigint) => Buffer.from(BigUint64Array.of(value).buffer);
const narrow = (text: string) => Buffer.concat([int32(text.length + 1), Buffer.from(`${text}\0`, 'latin1')]);
const wide = (text: string) => Buffer.concat([int32(-text.length - 1), Buffer.from(`${text}\0`, 'utf16le')]);

type Property = { name: string; type: string; struct?: string; value: Buffer };
type Writer = (property: Property) => Buffer;

/** Version 1: name, type, size, index, type of the struct, value. */
const writeAse: Writer = ({ name, type, struct, value }) =>
  Buffer.concat([
    narrow(name),
    narrow(type),
    int32(value.length),
    int32(0),
    struct ? narrow(struct) : Buffer.alloc(0),
    value,
  ]);

/** Version 7: name, type with its parameters, size, flags, value. */
const writeAsa: Writer = ({ name, type, struct, value }) => {
  const parameters = struct ? [int32(1), narrow(struct), int32(1), narrow('/Script/Engine'), int32(0)] : [int32(0)];
  return Buffer.concat([
    narrow(name),
    narrow(type),
    ...parameters,
    int32(value.length),
    Buffer.of(struct ? 8 : 0),
    value,
  ]);
};

/** Version 5: as in ASE, with a byte more and an id for structs. */
const writeEarlyAsa: Writer = ({ name, type, struct, value }) =>
  Buffer.concat([
    narrow(name),
    narrow(type),
    int32(value.length),
    int32(0),
    struct ? Buffer.concat([narrow(struct), Buffer.alloc(16)]) : Buffer.alloc(0),
    Buffer.of(0),
    value,
  ]);

const eos = '0002ac93d56042898bbc9358cd387733';
const steamId = Buffer.concat([int32(0), narrow('76561197991984752')]);
const eosId = Buffer.concat([Buffer.of(0xf9), narrow('RedpointEOS'), Buffer.of(16), Buffer.from(eos, 'hex')]);

function profile(version: number, write: Writer, uniqueId: Buffer, name = narrow('Platform Name')): Buffer {
  const text = (propertyName: string, value: Buffer) => write({ name: propertyName, type: 'StrProperty', value });
  return Buffer.concat([
    int32(version),
    Buffer.alloc(40, 7),
    text('MembersPlayerName', narrow('Somebody Else')),
    write({ name: 'PlayerDataID', type: 'UInt64Property', value: uint64(473_236_573n) }),
    write({ name: 'UniqueID', type: 'StructProperty', struct: 'UniqueNetIdRepl', value: uniqueId }),
    text('SavedNetworkAddress', narrow('192.0.2.77')),
    text('PlayerName', name),
    text('PlayerCharacterName', wide('Größe 🦖')),
    narrow('None'),
  ]);
}

const names = { arkId: '473236573', playerName: 'Platform Name', survivor: 'Größe 🦖' };
const ascended = profile(7, writeAsa, eosId);

describe('a profile', () => {
  it.each([
    ['ASE', profile(1, writeAse, steamId), '76561197991984752'],
    ['early ASA', profile(5, writeEarlyAsa, eosId), eos],
    ['ASA', ascended, eos],
  ])('of %s has its owner', (_game, bytes, uniqueId) => {
    expect(findPlayerDataId(bytes)).toEqual({ ...names, uniqueId });
  });

  it('returns no network address', () => {
    expect(JSON.stringify(findPlayerDataId(ascended))).not.toContain('192.0.2');
  });

  it('returns what it has where the rest is missing or odd', () => {
    expect(findPlayerDataId(profile(7, writeAsa, Buffer.of(8)))).toEqual(names);
    expect(findPlayerDataId(profile(7, writeAsa, eosId, int32(2_000_000_000)))).toEqual({
      arkId: '473236573',
      survivor: 'Größe 🦖',
      uniqueId: eos,
    });
    expect(findPlayerDataId(profile(7, writeAsa, eosId, narrow(' \u0001')))).not.toHaveProperty('playerName');
  });

  it.each([0n, 2n ** 63n])('is nobody’s with the number %i', (number) => {
    const property = { name: 'PlayerDataID', type: 'UInt64Property', value: uint64(number) };

    expect(findPlayerDataId(Buffer.concat([int32(7), writeAsa(property)]))).toBeUndefined();
  });
});

describe('bytes that are no profile', () => {
  it('return nothing', () => {
    expect(findPlayerDataId(Buffer.alloc(0))).toBeUndefined();
    expect(findPlayerDataId(Buffer.from('PlayerDataID\0'))).toBeUndefined();
    expect(findPlayerDataId(seededRandom(1).bytes(100_000))).toBeUndefined();
  });

  it('are survived in every cut and 20,000 mutations', { timeout: 60_000 }, () => {
    for (let length = 0; length < ascended.length; length += 1) findPlayerDataId(ascended.subarray(0, length));
    const random = seededRandom(2);
    const wrong: string[] = [];
    for (let round = 0; round < 20_000; round += 1) {
      const bytes = Buffer.from(ascended);
      for (let count = 3; count > 0; count -= 1) bytes[random.below(bytes.length)] = random.below(256);
      if (!/^[1-9]\d{0,18}$/.test(findPlayerDataId(bytes)?.arkId ?? '1')) wrong.push(bytes.toString('hex'));
    }

    expect(wrong).toEqual([]);
  });

  it('are searched a bounded number of times', { timeout: 60_000 }, () => {
    const started = performance.now();
    findPlayerDataId(Buffer.concat([int32(7), ...Array.from({ length: 100_000 }, () => narrow('PlayerDataID'))]));

    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
