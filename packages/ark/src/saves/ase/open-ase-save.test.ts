import { describe, expect, it } from 'vitest';
import { write, writeAseWorld, type FixtureObject } from '../../testing/ase-fixture.ts';
import { item, pawn, readAll, tribe, vault, wild } from '../../testing/ase-objects.ts';
import { bytesSource, type ByteSource } from '../byte-reader.ts';
import type { SavedRow } from '../save-rows.ts';
import { openAseSave } from './open-ase-save.ts';

const versions = [5, 6, 7, 8, 9, 10, 11, 12];

const readWorld = (version: number, objects: FixtureObject[]) =>
  readAll(bytesSource(writeAseWorld({ version, map: 'TheIsland', objects })));

const survivorsOf = (...objects: FixtureObject[]) =>
  readWorld(12, objects).rows.filter((row) => row.kind === 'survivor');

const open = (bytes: Buffer) => () => readAll(bytesSource(bytes));

const structuresOf = (rows: SavedRow[]) => rows.flatMap((row) => (row.kind === 'structure' ? [row.structure] : []));

const floor = (...properties: FixtureObject['properties']): FixtureObject => ({
  className: 'Floor_Wood_C',
  coordinates: [1, 1, 1],
  properties,
});

const idsOf = (...objects: FixtureObject[]) => structuresOf(readWorld(9, objects).rows).map(({ id }) => id);

describe.each(versions)('a world of version %i', (version) => {
  it('has its map and time', () => {
    const bytes = writeAseWorld({ version, map: 'Ragnarok', gameTime: 4711.5, objects: [] });

    expect(openAseSave(bytesSource(bytes)).head).toEqual({ game: 'ase', version, map: 'Ragnarok', gameTime: 4711.5 });
  });

  it('gives structures and survivors with all that is known of them', () => {
    const { rows, report } = readWorld(version, [wild, vault, item, pawn, item]);

    expect(rows).toEqual([
      {
        kind: 'structure',
        structure: {
          id: '77',
          className: 'StorageBox_Huge_C',
          teamId: tribe,
          teamName: 'Tribe of Größe',
          ownerArkId: '555',
          ownerName: 'Bób 🦖',
          name: 'Loot \u202eroom',
          place: { x: -1000.5, y: 2000.25, z: 300 },
          health: 900,
          maxHealth: 50_000,
          builtAt: 123_456.5,
        },
      },
      {
        kind: 'survivor',
        survivor: {
          arkId: '555',
          playerId: '76561197991984752',
          name: 'Bob the Builder',
          platformName: 'bob',
          teamId: tribe,
          loginAt: 400,
          place: { x: 7, y: 8, z: 9 },
        },
      },
    ]);
    expect(report).toEqual({
      objectCount: 5,
      failureCount: 0,
      archives: { count: 0, failureCount: 0 },
      failures: [],
      classes: [
        { className: 'Dodo_Character_BP_C', kind: 'creature', count: 1 },
        { className: 'StorageBox_Huge_C', kind: 'structure', count: 1 },
        { className: 'PrimalItemResource_Wood_C', kind: 'item', count: 2 },
        { className: 'PlayerPawnTest_Male_C', kind: 'survivor', count: 1 },
      ],
      // The dodo stands on it.
      ground: [{ x: 0, y: 0, heights: [0], swimmers: 0 }],
    });
  });

  it('passes over an object that cannot be read and reports where it is', () => {
    const broken = { ...vault, properties: [write.unknown('Broken', 'StrProperty', Buffer.alloc(9))] };
    const bytes = writeAseWorld({ version, objects: [vault, broken, vault] });
    // The size of the broken one's only property becomes a lie.
    const at = bytes.lastIndexOf(Buffer.concat([Buffer.of(9, 0, 0, 0, 0, 0, 0, 0), Buffer.alloc(9)]));
    bytes.writeInt32LE(1_000_000_000, at);
    const { rows, report } = readAll(bytesSource(bytes));

    expect(structuresOf(rows)).toHaveLength(2);
    expect(report).toMatchObject({ objectCount: 3, failureCount: 1 });
    expect(report.failures).toEqual([
      {
        place: expect.stringMatching(/^object 2 \(StorageBox_Huge_C\), properties, byte \d+$/),
        reason: expect.stringContaining('1000000000 bytes are wanted'),
      },
    ]);
  });
});

/** The size of the last odd property becomes a lie. */
function unreadable(...objects: FixtureObject[]): SavedRow[] {
  const bytes = writeAseWorld({ version: 12, objects });
  const lie = Buffer.concat([Buffer.of(9, 0, 0, 0, 0, 0, 0, 0), Buffer.alloc(9)]);
  bytes.writeInt32LE(1_000_000_000, bytes.lastIndexOf(lie));
  return readAll(bytesSource(bytes)).rows.filter(({ kind }) => kind === 'unreadable');
}

describe('what cannot be read', () => {
  const broken = write.unknown('Broken', 'StrProperty', Buffer.alloc(9));
  it('is identified by its number if that is before the damage', () => {
    expect(unreadable(floor(write.int('StructureID', 9), broken))).toEqual([
      { kind: 'unreadable', of: 'object', id: '9' },
    ]);
    expect(unreadable(floor(broken, write.int('StructureID', 9)))).toEqual([{ kind: 'unreadable', of: 'object' }]);
  });

  it('is no structure where it is an item or of a class of creatures', () => {
    expect(unreadable({ ...item, properties: [broken] })).toEqual([]);
    expect(unreadable(wild, { ...wild, properties: [broken] })).toEqual([]);
  });
});

describe('what is a structure', () => {
  it('is what players own, not what the map has', () => {
    expect(idsOf(floor(write.int('StructureID', 1)))).toEqual([]);
    expect(idsOf(floor(write.int('StructureID', 1), write.int('TargetingTeam', 49_999)))).toEqual([]);
    expect(idsOf(floor(write.int('StructureID', 1), write.int('TargetingTeam', 50_000)))).toEqual(['1']);
    expect(idsOf({ ...vault, className: 'DeathItemCache_PlayerDeath_C' }, wild)).toEqual([]);
  });

  it('has an id made of its coordinates where it has no number or another has it', () => {
    const old = floor(write.text('OwnerName', 'Tribe'), write.int('TargetingTeam', tribe));
    const [first, second, third, fourth] = idsOf(old, { ...old, coordinates: [2, 2, 2] }, vault, vault);

    expect(first).toMatch(/^at-[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(idsOf(wild, old)).toEqual([first]);
    expect(third).toBe('77');
    expect(fourth).toMatch(/^at-[0-9a-f]{32}-1$/);
  });

  it('has coordinates in the world', () => {
    expect(idsOf({ ...vault, coordinates: [Number.NaN, 1, 1] })).toEqual([]);
    expect(idsOf({ className: vault.className, properties: vault.properties })).toEqual([]);
  });

  it('is known by names in any capitals', () => {
    expect(idsOf(floor(write.int('STRUCTUREID', 3), write.int('targetingteam', tribe)))).toEqual(['3']);
  });
});

describe('survivors in the world', () => {
  it('are not the dead, and nobody comes twice', () => {
    expect(survivorsOf({ ...pawn, properties: [...pawn.properties, write.bool('bIsDead', true)] })).toEqual([]);
    expect(survivorsOf(pawn, { ...pawn, coordinates: [0, 0, 0] })).toHaveLength(1);
  });

  it('never contain a network address', () => {
    expect(JSON.stringify(readWorld(12, [pawn]))).not.toContain('192.0.2');
  });
});

describe('a save that is none', () => {
  const world = writeAseWorld({ version: 9, map: 'TheIsland', objects: [vault, pawn] });

  it.each([4, 13, -1])('of version %i is reported', (version) => {
    const bytes = Buffer.from(world);
    bytes.writeInt16LE(version);

    expect(open(bytes)).toThrow(`byte 0: version ${version} of a save is not known, only 5 to 12`);
  });

  it('names the location where it ends', () => {
    expect(open(Buffer.alloc(0))).toThrow('head of the save, byte 0: 2 bytes are wanted, 0 are left');
    expect(open(world.subarray(0, 200))).toThrow(/^table of names, byte \d+: /);
  });

  it('does not lead in circles: objects that share their properties end the reading', () => {
    const long = { className: 'Long_C', properties: Array.from({ length: 500 }, () => write.int('Some', 1)) };
    const copies = Array.from({ length: 50 }, () => ({ className: 'Copy_C', properties: [], isCopy: true }));
    const bytes = writeAseWorld({ version: 9, objects: [long, ...copies] });

    expect(open(bytes)).toThrow('objects share their properties');
  });

  it('names no name that its table does not have', () => {
    const bytes = Buffer.from(world);
    const firstHead = bytes.indexOf(Buffer.alloc(16, 9));
    bytes.writeInt32LE(0, firstHead + 16);

    expect(open(bytes)).toThrow(`list of objects, byte ${firstHead + 16}: there is no name 0`);
  });

  it('cannot have more objects than fit into its bytes', () => {
    const bytes = Buffer.from(world);
    bytes.writeInt32LE(500_000_000, bytes.indexOf(Buffer.alloc(16, 9)) - 4);

    expect(open(bytes)).toThrow('there cannot be 500000000 things here');
  });

  it('is read through windows, never as a whole', { timeout: 60_000 }, () => {
    const objects = Array.from({ length: 3000 }, () => vault);
    const bytes = writeAseWorld({ version: 11, objects });
    let longest = 0;
    const source: ByteSource = {
      size: bytes.length,
      read: (offset, length) => {
        longest = Math.max(longest, length);
        return bytes.subarray(offset, offset + length);
      },
    };

    expect(structuresOf(readAll(source).rows)).toHaveLength(3000);
    expect(longest).toBeLessThanOrEqual(256 * 1024);
    expect(bytes.length).toBeGreaterThan(4 * longest);
  });

  it('may become shorter while it is read', () => {
    const source = { size: world.length + 100, read: bytesSource(world).read };

    expect(() =>
      readAll({ ...source, read: (offset, length) => world.subarray(offset, Math.min(offset + length, 40)) }),
    ).toThrow('the file ends early');
  });
});
