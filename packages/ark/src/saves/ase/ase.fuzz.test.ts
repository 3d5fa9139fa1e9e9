import { describe, expect, it } from 'vitest';
import { properties, write, writeAseArchive, writeAseWorld, type FixtureObject } from '../../testing/ase-fixture.ts';
import { seededRandom, type SeededRandom } from '../../testing/seeded-random.ts';
import { SaveError } from '../save-error.ts';
import { readAseProfile, readAseTribe } from './ase-archive.ts';
import { openAseSave } from './open-ase-save.ts';

const versions = [5, 6, 7, 8, 9, 10, 11, 12];
/** `npm run test:deep` tries more. */
const scale = process.env['TEST_DEPTH'] === 'deep' ? 30 : 1;
const mutationsPerWorld = 500 * scale;
const mutationsPerArchive = 1000 * scale;
const randomInputs = 800 * scale;

const structure = (number: number): FixtureObject => ({
  className: 'StorageBox_Large_C',
  coordinates: [number, -number, 1],
  properties: [
    write.int('StructureID', number),
    write.int('TargetingTeam', 1_234_567_890),
    write.text('OwnerName', 'Größe 🦖'),
    write.struct('Colour', 'LinearColor', () => Buffer.alloc(16, 1)),
    write.texts('LinkedStructures', ['a', 'b']),
    write.bool('bHasResetDecayTime', true),
    write.byte('AByte', 4),
    write.text('BoxName', 'Loot'),
    write.double('OriginalCreationTime', 123.5),
  ],
  tail: Buffer.alloc(8, 3),
});

const pawn: FixtureObject = {
  className: 'PlayerPawnTest_Male_C',
  coordinates: [7, 8, 9],
  properties: [
    write.uint64('LinkedPlayerDataID', 555n),
    write.text('PlayerName', 'Bob'),
    write.playerId('PlatformProfileID', '76561197991984752'),
  ],
};

const profile = writeAseArchive([
  {
    className: 'PrimalPlayerDataBP_C',
    properties: [
      write.struct(
        'MyData',
        'PrimalPlayerDataStruct',
        properties([
          write.uint64('PlayerDataID', 473_236_573n),
          write.playerId('UniqueID', '76561197991984752'),
          write.text('SavedNetworkAddress', '192.0.2.77'),
          write.text('PlayerName', 'platform name'),
          write.int('TribeID', 1_425_984_831),
          write.struct('MyPlayerCharacterConfig', 'S', properties([write.text('PlayerCharacterName', 'Größe 🦖')])),
        ]),
      ),
    ],
  },
]);

const tribe = writeAseArchive([
  {
    className: 'PrimalTribeData',
    properties: [
      write.struct(
        'TribeData',
        'TribeData',
        properties([
          write.text('TribeName', 'Tribe'),
          write.int('TribeId', 1_425_984_831),
          write.texts('MembersPlayerName', ['Bob', 'Ann']),
          write.ints('MembersPlayerDataID', [11, 12]),
          write.texts('TribeLog', ['Day 1, 00:00:01: <RichColor Color="1, 0, 0, 1">Bob was killed!</>']),
        ]),
      ),
    ],
  },
]);

const worldOf = (version: number) =>
  writeAseWorld({
    version,
    map: 'TheIsland',
    objects: [structure(1), pawn, structure(2), structure(3)],
    ...(version > 10 && { store: { tribes: [tribe], profiles: [profile] } }),
  });

/** Numbers that readers trip over: counts, sizes and offsets out of bounds, or just at them. */
const oddNumbers = [-1, 0, 1, 4, 0x7f_ff_ff_ff, -0x80_00_00_00, -2, 65_536, 1_000_000_000];

/** Some bytes changed, a number replaced, a part cut out or doubled, or the end cut off. */
function mutate(original: Buffer, random: SeededRandom): Buffer {
  const bytes = Buffer.from(original);
  const at = random.below(bytes.length - 4);
  const length = 1 + random.below(64);
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      bytes.writeInt32LE(random.pick([...oddNumbers, bytes.length, bytes.length - at, at]), at);
      return bytes;
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    default:
      for (let flips = 1 + random.below(3); flips > 0; flips -= 1) {
        const offset = random.below(bytes.length);
        bytes[offset] = (bytes[offset] ?? 0) ^ (1 << random.below(8));
      }
      return bytes;
  }
}

function readWorld(bytes: Buffer): unknown {
  let bytesRead = 0;
  const source = {
    size: bytes.length,
    read(offset: number, length: number) {
      bytesRead += length;
      // Far more than any reading needs, and far less than one that does not end.
      if (bytesRead > bytes.length * 100 + 10_000) throw new Error('The reading does not end.');
      return bytes.subarray(offset, offset + length);
    },
  };
  const save = openAseSave(source);
  return [save.head, ...[...save.rows()].filter((row) => row !== undefined)];
}

/** What is wrong with an outcome: it must be a value that can be sent, or an error that names the location. */
function faultOf(read: (bytes: Buffer) => unknown, bytes: Buffer): string | undefined {
  try {
    const text = JSON.stringify(read(bytes)).replaceAll(String.raw`\\`, '');
    // JSON escapes control characters and writes null for what is no number.
    return /\\[bfnrtu]|[\p{Cc}\p{Cs}]|null|192\.0\.2/u.test(text) ? `odd value: ${text.slice(0, 500)}` : undefined;
  } catch (error) {
    if (!(error instanceof SaveError)) return String(error);
    return /byte \d+|profile|tribe|object \d+/.test(error.location) ? undefined : `no location: ${error.message}`;
  }
}

function findFaults(read: (bytes: Buffer) => unknown, inputs: Iterable<Buffer>): string[] {
  const faults: string[] = [];
  for (const bytes of inputs) {
    const fault = faultOf(read, bytes);
    if (fault !== undefined && faults.length < 3) faults.push(`${fault} from ${bytes.toString('hex')}`);
  }
  return faults;
}

function* mutations(original: Buffer, seed: number, count: number): Generator<Buffer> {
  const random = seededRandom(seed);
  for (let round = 0; round < count; round += 1) yield mutate(original, random);
}

function* cuts(original: Buffer): Generator<Buffer> {
  for (let length = 0; length < original.length; length += 1) yield original.subarray(0, length);
}

function* randomBytes(seed: number, count: number, start: Buffer): Generator<Buffer> {
  const random = seededRandom(seed);
  for (let round = 0; round < count; round += 1) yield Buffer.concat([start, random.bytes(random.below(300))]);
}

describe('broken bytes give a value or an error that names the location', () => {
  it.each(versions)('in worlds of version %i', { timeout: 60_000 }, (version) => {
    const world = worldOf(version);

    expect(findFaults(readWorld, cuts(world))).toEqual([]);
    expect(findFaults(readWorld, mutations(world, version, mutationsPerWorld))).toEqual([]);
  });

  it.each([
    ['profiles', readAseProfile, profile],
    ['tribes', readAseTribe, tribe],
  ])('in %s', { timeout: 60_000 }, (_what, read, bytes) => {
    expect(findFaults(read, cuts(bytes))).toEqual([]);
    expect(findFaults(read, mutations(bytes, 77, mutationsPerArchive))).toEqual([]);
    expect(findFaults(read, randomBytes(78, randomInputs, Buffer.of(1, 0, 0, 0)))).toEqual([]);
  });

  it('in bytes that are no save at all', { timeout: 60_000 }, () => {
    expect(findFaults(readWorld, randomBytes(1, randomInputs, Buffer.alloc(0)))).toEqual([]);
    for (const version of versions)
      expect(findFaults(readWorld, randomBytes(version, randomInputs / 8, Buffer.of(version, 0)))).toEqual([]);
  });
});
