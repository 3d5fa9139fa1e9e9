import { describe, expect, it } from 'vitest';
import {
  asaArchive,
  asaTransform,
  asaStore,
  writeAsaSave,
  type AsaFixtureObject,
  type AsaFixtureWorld,
} from '../../testing/asa-fixture.ts';
import { asa, type AsaPart } from '../../testing/asa-parts.ts';
import { readWhole } from '../../testing/read-whole.ts';
import { openAsaSave } from './open-asa-save.ts';

const eosId = '0002f16bad3d4330b6097fcec38c5610';
const tribeId = 1_200_000_001;
const uuid = (value: number) => Buffer.alloc(16, value);

const boxParts = [
  asa.links('LinkedStructures', [uuid(9), uuid(8)]),
  asa.map('SomethingOfAMod', 33),
  asa.text('BoxName', 'Größe 🦖\u0007'),
  asa.text('OwnerName', 'Die Čápi'),
  asa.int('OwningPlayerID', 473_236_573),
  asa.text('OwningPlayerName', 'Žofka'),
  asa.uint32('StructureID', 3_000_000_000),
  asa.bool('bHasResetDecayTime', true),
  asa.float('Health', 250.5),
  asa.float('MaxHealth', 1000),
  asa.double('OriginalCreationTime', 4_321.5),
  asa.int('TargetingTeam', 77, { index: 1 }),
  asa.int('TargetingTeam', 78, { instance: 3 }),
  asa.int('TargetingTeam', tribeId),
];

const box: AsaFixtureObject = {
  id: uuid(1),
  classPath: '/Game/Mods/Boxes/StorageBox.StorageBox_C',
  parts: boxParts,
  coordinates: [1.5, -2.5, 3.5],
};

const pawnParts = [
  asa.text('PlayerName', 'Žofka'),
  asa.text('PlatformProfileName', 'Flint'),
  asa.eosId('PlatformProfileID', eosId),
  asa.double('SavedLastTimeHadController', 4_900),
  asa.uint64('LinkedPlayerDataID', 473_236_573n),
  asa.bool('bIsDead', false),
  asa.int('TargetingTeam', tribeId),
];

const pawn: AsaFixtureObject = {
  id: uuid(2),
  classPath: '/Game/PrimalEarth/CoreBlueprints/PlayerPawnTest_Female.PlayerPawnTest_Female_C',
  parts: pawnParts,
  coordinates: [7, 8, 9],
};

const structure = {
  id: '01'.repeat(16),
  className: 'StorageBox_C',
  teamId: tribeId,
  teamName: 'Die Čápi',
  ownerArkId: '473236573',
  ownerName: 'Žofka',
  name: 'Größe 🦖',
  place: { x: 1.5, y: -2.5, z: 3.5 },
  health: 250.5,
  maxHealth: 1000,
  builtAt: 4_321.5,
};

const survivor = {
  arkId: '473236573',
  playerId: eosId,
  name: 'Žofka',
  platformName: 'Flint',
  teamId: tribeId,
  loginAt: 4_900,
  place: { x: 7, y: 8, z: 9 },
};

const read = (world: AsaFixtureWorld) => readWhole(openAsaSave(writeAsaSave(world)));
const withParts = (parts: AsaPart[]): AsaFixtureObject => ({ ...box, parts });
describe('worlds of every version', () => {
  it.each([8, 11, 12, 13, 14])('of version %i give the same rows', (version) => {
    const file = writeAsaSave({ version, objects: [box, pawn] });
    const save = openAsaSave(file);
    expect(save.head).toEqual({ game: 'asa', version, map: 'TheIsland_WP', gameTime: 5_000 });
    const { structures, survivors, report } = readWhole(save);
    expect(report).toMatchObject({ objectCount: 2, failureCount: 0 });
    expect(structures).toEqual([structure]);
    expect(survivors).toEqual([survivor]);
    expect(report.classes).toMatchObject([
      { className: 'StorageBox_C', kind: 'structure', directory: '/Game/Mods/Boxes', count: 1 },
      { className: 'PlayerPawnTest_Female_C', kind: 'survivor', count: 1 },
    ]);
  });

  it.each([4, 15, 600])('of version %i are refused by that number', (version) => {
    const file = writeAsaSave({ version, objects: [] });
    expect(() => openAsaSave(file)).toThrow(`SaveHeader, byte 0: version ${version} of the save is not known`);
  });
});

describe('what is a structure', () => {
  it.each([
    ['has no number', boxParts.slice(0, 6).concat(asa.int('TargetingTeam', tribeId))],
    ['has no team', [asa.uint32('StructureID', 5)]],
    ['is of the wild', [asa.uint32('StructureID', 5), asa.int('TargetingTeam', 12)]],
    ['has a negative team', [asa.uint32('StructureID', 5), asa.int('TargetingTeam', -7)]],
    ['is being tamed', [asa.uint32('StructureID', 5), asa.int('TargetingTeam', 2_000_000_000)]],
  ])('is not what %s', (_what, parts) => {
    const { structures, report } = read({ objects: [withParts(parts)] });
    expect(structures).toEqual([]);
    expect(report).toMatchObject({ objectCount: 1, failureCount: 0 });
  });

  it('is of one player where the team is nobody’s tribe', () => {
    const parts = [asa.uint32('StructureID', 5), asa.int('TargetingTeam', 136_635_447)];
    expect(read({ objects: [withParts(parts)] }).structures).toEqual([
      { id: structure.id, className: 'StorageBox_C', teamId: 136_635_447, place: structure.place },
    ]);
  });

  it('is not the bag of a dead player', () => {
    const bag = {
      ...box,
      classPath: '/Game/PrimalEarth/CoreBlueprints/DeathItemCache_PlayerDeath.DeathItemCache_PlayerDeath_C',
    };
    expect(read({ objects: [bag] }).structures).toEqual([]);
  });
});

describe('the coordinates of a structure', () => {
  const lost: AsaFixtureObject = { id: box.id, classPath: box.classPath, parts: boxParts };

  it('is the later one where the game wrote it twice', () => {
    const custom = { ActorTransformsDelta: Buffer.concat([asaTransform(uuid(1), [10, 20, 30]), uuid(0)]) };
    expect(read({ objects: [box, pawn], custom }).structures).toMatchObject([{ place: { x: 10, y: 20, z: 30 } }]);
  });

  it('is that of its neighbour where it has none', () => {
    const neighbour = { ...pawn, id: uuid(8), parts: [], coordinates: [40, 50, 60] as [number, number, number] };
    expect(read({ objects: [lost, neighbour] }).structures).toMatchObject([{ place: { x: 40, y: 50, z: 60 } }]);
  });

  it.each([
    ['no entry', asaTransform(uuid(7), [1, 2, 3])],
    ['no number', asaTransform(uuid(1), [Number.NaN, Infinity, 1e300])],
  ])('is never made up where it has %s', (_what, entry) => {
    const custom = { ActorTransforms: Buffer.concat([entry, uuid(0)]) };
    const { structures, unreadable, report } = read({ objects: [lost], custom });
    expect(structures).toEqual([]);
    expect(unreadable).toEqual([{ kind: 'unreadable', of: 'object', id: structure.id }]);
    expect(report).toMatchObject({ failureCount: 1, failures: [{ reason: 'they are missing' }] });
  });

  it.each([
    ['has no coordinates', undefined],
    ['has an empty list of coordinates', Buffer.alloc(16)],
  ])('is missed in a save that %s, but only where there are structures', (_what, ActorTransforms) => {
    expect(() => read({ objects: [pawn, lost], custom: { ActorTransforms } })).toThrow(
      'ActorTransforms: it is missing',
    );
    expect(read({ objects: [pawn], custom: { ActorTransforms } }).survivors).toHaveLength(1);
  });
});

describe('the store', () => {
  const profile = asaArchive(7, 'PrimalPlayerDataBP_C', [
    asa.struct('MyData', 'PrimalPlayerDataStruct', [
      asa.uint64('PlayerDataID', 473_236_573n),
      asa.text('SavedNetworkAddress', '192.0.2.77'),
      asa.double('LoginTime', 4_700),
      asa.int('TribeID', 1_100_000_000),
    ]),
  ]);
  const tribe = asaArchive(7, 'PrimalTribeData', [
    asa.struct('TribeData', 'TribeData', [asa.text('TribeName', 'Die Čápi'), asa.int('TribeID', tribeId)]),
  ]);

  it('adds what it knows to the body in the world, which is newer', () => {
    const { tribes, survivors } = read({
      objects: [pawn],
      custom: { GameModeCustomBytes: asaStore([tribe, Buffer.alloc(0)], [Buffer.alloc(0), profile]) },
    });
    expect(tribes).toEqual([{ id: tribeId, name: 'Die Čápi', adminArkIds: [], members: [], log: [] }]);
    expect(survivors).toEqual([survivor]);
  });

  it.each([
    ['nothing', undefined],
    ['no bytes', Buffer.alloc(0)],
    ['an empty store', asaStore([], [])],
    ['no store', Buffer.alloc(24)],
    ['something else', Buffer.concat([Buffer.of(3, 0, 0, 0), Buffer.alloc(300, 7)])],
  ])('may be %s', (_what, GameModeCustomBytes) => {
    const { tribes, survivors, report } = read({ objects: [pawn], custom: { GameModeCustomBytes } });
    expect(tribes).toEqual([]);
    expect(survivors).toEqual([survivor]);
    expect(report.failureCount).toBe(0);
  });

  it('may be broken: what can be read of the rest is read', () => {
    const GameModeCustomBytes = asaStore([tribe.subarray(0, 80), tribe], [profile]).subarray(0, -64);
    const { tribes, survivors, unreadable, report } = read({ objects: [box, pawn], custom: { GameModeCustomBytes } });
    expect(tribes).toHaveLength(1);
    expect(survivors).toHaveLength(1);
    expect(unreadable).toEqual([{ kind: 'unreadable', of: 'tribe' }]);
    expect(report).toMatchObject({ failureCount: 1, archives: { count: 3, failureCount: 1 } });
    expect(report.failures[0]?.place).toMatch(/^the store, tribe 1, byte \d+$/);
    const cut = read({ objects: [box], custom: { GameModeCustomBytes: GameModeCustomBytes.subarray(0, -3) } });
    expect(cut.unreadable).toEqual([{ kind: 'unreadable', of: 'store' }]);
    expect(cut.report.failures).toMatchObject([
      { place: expect.stringMatching(/^the store, GameModeCustomBytes, byte \d+$/) as string },
    ]);
  });
});

describe('survivors', () => {
  it('are where their living body is, whichever comes first', () => {
    const parts = [...pawnParts, asa.bool('bIsDead', true)];
    const dead: AsaFixtureObject = { ...pawn, id: uuid(3), parts, coordinates: [1, 1, 1] };
    expect(read({ objects: [dead, pawn] }).survivors).toEqual([survivor]);
    expect(read({ objects: [pawn, dead] }).survivors).toEqual([survivor]);
  });

  it('are read from the body where the save has no coordinates', () => {
    const lost: AsaFixtureObject = {
      id: uuid(4),
      classPath: pawn.classPath,
      parts: [...pawnParts, asa.vector('SavedBaseWorldLocation', 4, 5, 6)],
    };
    expect(read({ objects: [lost] }).survivors).toMatchObject([{ place: { x: 4, y: 5, z: 6 } }]);
  });
});

describe('odd objects', () => {
  it('are read without the byte that says how properties are written, and without properties', () => {
    const bare: AsaFixtureObject = { id: uuid(5), classPath: '/Script/Engine.AnimSequence', parts: [] };
    const { structures, report } = read({ objects: [{ ...box, isWithoutControl: true }, bare] });
    expect(structures).toEqual([structure]);
    expect(report.failureCount).toBe(0);
  });

  it('are read where they are big', () => {
    const parts = [...boxParts, asa.map('Painting', 3 * 1024 * 1024)];
    expect(read({ objects: [withParts(parts)] }).structures).toEqual([structure]);
  });

  it('are skipped, counted and reported with their location if they cannot be read', () => {
    const broken = Array.from({ length: 30 }, (_, index) => ({
      ...box,
      id: uuid(100 + index),
      parts: [asa.raw(Buffer.alloc(9, 0xff))],
    }));
    const { structures, unreadable, report } = read({ objects: [...broken, box] });
    expect(structures).toEqual([structure]);
    expect(unreadable.map(({ id }) => id)).toEqual(broken.map(({ id }) => id.toString('hex')));
    expect(report).toMatchObject({ objectCount: 31, failureCount: 30 });
    expect(report.failures).toHaveLength(20);
    expect(report.failures[0]?.place).toMatch(/^object 64{1}[0-9a-f]{30}, object, byte \d+$/);
  });

  it('that nobody asked for are a sign of life', () => {
    const objects = Array.from({ length: 1_000 }, (_none, index) => {
      const id = Buffer.alloc(16, 1);
      id.writeInt32LE(index);
      return { id, classPath: '/Game/Dodo.Dodo_C', parts: [] };
    });
    const save = openAsaSave(writeAsaSave({ objects }));
    expect([...save.rows()]).toEqual([undefined, undefined, undefined]);
    save.close();
  });

  it('lose texts that are none, not their rows', () => {
    const long = 'x'.repeat(10_000);
    const parts = [asa.text('BoxName', ' \u0001 '), asa.text('OwnerName', long), ...boxParts.slice(4)];
    expect(read({ objects: [withParts(parts)] }).structures).toMatchObject([
      { teamName: 'x'.repeat(128), ownerName: 'Žofka' },
    ]);
    expect(read({ objects: [withParts(parts)] }).structures[0]).not.toHaveProperty('name');
  });
});
