import { makeSaveFolder, writeAsaSave } from '@tribehall/ark/testing/asa-fixture';
import { asa } from '@tribehall/ark/testing/asa-parts';
import { write, writeAseWorld } from '@tribehall/ark/testing/ase-fixture';
import { changeSave } from '@tribehall/ark/testing/change-save';
import { unpackRealSave } from '@tribehall/ark/testing/real-saves';
import { seededRandom, type SeededRandom } from '@tribehall/ark/testing/seeded-random';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorld } from './open-world.ts';
import { readRowHashes, writeRowHashes } from './row-hashes-file.ts';
import { RowHashes } from './row-hashes.ts';
import { syncWorld } from './sync-world.ts';

type Thing = {
  id: Buffer;
  number: number;
  kind: 'structure' | 'creature' | 'item' | 'body';
  className: string;
  team: number;
  owner: string;
  name: string;
  health: number;
  /** Changes with every save, and is not shown. */
  stasis: number;
  coordinates: [number, number, number] | undefined;
  isBroken: boolean;
};

const classNames = ['Floor_Stone_C', 'StorageBox_Huge_C', 'Wall_Wood_C', 'DeathItemCache_PlayerDeath_C', 'Mod_C'];
const owners = ['Ann', 'Bób 🦖', 'Quote " and \\ slash', ' spaces ', ''];

function createThing(random: SeededRandom): Thing {
  const kind = random.pick(['structure', 'structure', 'structure', 'creature', 'item', 'body'] as const);
  return {
    id: random.bytes(16),
    // Few enough for numbers to meet: such structures get other ids.
    number: random.below(400),
    kind,
    className: kind === 'creature' ? 'Dodo_Character_BP_C' : kind === 'body' ? 'PlayerPawn_C' : random.pick(classNames),
    team: random.pick([60_000, 60_001, 2_000]),
    owner: random.pick(owners),
    name: random.pick(['', 'Loot', 'Größe']),
    health: random.below(1_000),
    stasis: random.below(1_000),
    coordinates: random.below(20) === 0 ? undefined : [random.below(9e4), random.below(9e4) - 3e4, random.below(5_000)],
    isBroken: random.below(200) === 0,
  };
}

const changes: ((thing: Thing, random: SeededRandom) => void)[] = [
  (thing, random) => (thing.health = random.below(1_000)),
  (thing, random) => (thing.owner = random.pick(owners)),
  (thing, random) => (thing.team = random.pick([60_000, 60_001, 2_000])),
  (thing, random) => (thing.coordinates = [random.below(9e4), random.below(9e4), 7]),
  (thing) => (thing.coordinates = undefined),
  ...([0, 1, 2] as const).map((axis) => (thing: Thing) => {
    if (thing.coordinates) thing.coordinates = thing.coordinates.with(axis, 77) as [number, number, number];
  }),
  (thing, random) => (thing.number = random.below(400)),
  (thing, random) => (thing.className = random.pick(classNames)),
  (thing, random) => (thing.name = random.pick(['', 'Vault', 'Ö'])),
  (thing, random) => (thing.kind = random.pick(['structure', 'creature', 'item', 'body'])),
  (thing) => (thing.isBroken = !thing.isBroken),
];

/** The same world some time later. */
function passTime(things: Thing[], random: SeededRandom): Thing[] {
  const later = things.map((thing) => ({ ...thing, stasis: thing.stasis + 60 }));
  for (let remaining = random.below(40); remaining > 0; remaining -= 1)
    random.pick(changes)(random.pick(later), random);
  for (let remaining = random.below(4); remaining > 0; remaining -= 1) later.splice(random.below(later.length), 1);
  for (let remaining = random.below(4); remaining > 0; remaining -= 1) {
    later.splice(random.below(later.length), 0, createThing(random));
    // A copy of a structure, with the same number.
    later.splice(random.below(later.length), 0, { ...random.pick(later), id: random.bytes(16) });
  }
  if (random.below(3) === 0) later.reverse();
  return later;
}

type Writers = typeof asa | typeof write;

/** What both games store alike. */
function partsOf<W extends Writers>(use: W, thing: Thing) {
  const { int, uint64, float, double, text, bool } = use as typeof write;
  const parts = [
    double('LastEnterStasisTime', thing.stasis),
    int('TargetingTeam', thing.team),
    ...(thing.kind === 'structure' ? [int('StructureID', thing.number), text('OwnerName', 'The Tribe')] : []),
    ...(thing.kind === 'creature' ? [int('DinoID1', thing.number), bool('bServerInitializedDino', true)] : []),
    ...(thing.kind === 'item' ? [int('ItemID', 4)] : []),
    ...(thing.kind === 'body' ? [uint64('LinkedPlayerDataID', BigInt(thing.number)), text('PlayerName', 'Bob')] : []),
    text('OwningPlayerName', thing.owner),
    ...(thing.name === '' ? [] : [text('BoxName', thing.name)]),
    float('Health', thing.health),
    float('MaxHealth', 1_000.25),
    ...(thing.isBroken ? [() => Buffer.alloc(20, 0xff)] : []),
  ];
  return parts as unknown as ReturnType<W['int']>[];
}

const games = {
  asa(things: Thing[], file: string) {
    fs.rmSync(file, { force: true });
    const neighbour = things.find(({ coordinates }) => coordinates)?.id ?? Buffer.alloc(16);
    writeAsaSave(
      {
        objects: things.map((thing) => ({
          id: thing.id,
          classPath: `/Game/Things/${thing.className}.${thing.className}`,
          parts: [asa.links('LinkedStructures', [neighbour]), ...partsOf(asa, thing)],
          ...(thing.coordinates && { coordinates: thing.coordinates }),
        })),
      },
      file,
    );
  },
  ase(things: Thing[], file: string) {
    const objects = things.map((thing) => ({
      className: thing.className,
      isItem: thing.kind === 'item',
      properties: partsOf(write, thing),
      ...(thing.coordinates && { coordinates: thing.coordinates }),
    }));
    fs.writeFileSync(file, writeAseWorld({ version: 11, map: 'TheIsland', objects }));
  },
};

/** Reads a save as the agent does, with what the reading before left in a file. */
function createReader(isIncremental: boolean) {
  const file = path.join(makeSaveFolder(), 'rows');
  let revision = 0;
  let isFirst = true;
  return (save: string, readerVersion = 'one') => {
    const hashes = isFirst ? new RowHashes() : readRowHashes(file, `r${revision}`);
    if (!hashes) throw new Error('The hashes of the reading before are not readable.');
    const all = hashes.knownObjects(readerVersion);
    let reuseCount = 0;
    const reuse = (low: number, high: number) => {
      const isKnown = all.reuse(low, high);
      if (isKnown) reuseCount += 1;
      return isKnown;
    };
    const world = openWorld(save);
    const messages: string[] = [];
    const known = isIncremental ? { ...all, reuse } : undefined;
    const files = { profiles: [], tribes: [] };
    const steps = syncWorld({ save: world, files, hashes, known, savedAtMs: 1, takesGround: true });
    let next = steps.next();
    for (; !next.done; next = steps.next()) if (next.value !== undefined) messages.push(next.value);
    world.close();
    isFirst = false;
    revision += 1;
    const head = {
      version: 2,
      revision: `r${revision}`,
      serverId: 's',
      save: { file: '', size: 1, mtimeMs: 1 },
    } as const;
    writeRowHashes(file, head, hashes);
    return { messages, report: next.value, reuseCount };
  };
}

describe.each(['asa', 'ase'] as const)('a changed save of %s', (game) => {
  it.each([1, 2, 3, 4])('sends the same as a full reading, but reads only what is new (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const save = path.join(makeSaveFolder(), 'world.ark');
    const [readAll, readNew] = [createReader(false), createReader(true)];
    let things = Array.from({ length: 300 }, () => createThing(random));
    let reused = 0;
    for (let step = 0; step < 8; step += 1) {
      games[game](things, save);
      const [full, incremental] = [readAll(save), readNew(save)];
      expect(incremental.messages).toEqual(full.messages);
      expect(incremental.report).toEqual(full.report);
      reused += incremental.reuseCount;
      things = passTime(things, random);
    }
    expect(reused).toBeGreaterThan(200);
  });

  it('reads everything again with another version of the reader, and sends nothing', () => {
    const save = path.join(makeSaveFolder(), 'world.ark');
    const random = seededRandom(7);
    games[game](
      Array.from({ length: 100 }, (_none, index) => ({
        ...createThing(random),
        kind: 'structure' as const,
        className: 'Wall_C',
        team: 60_000,
        number: index,
        coordinates: [index, 2, 3] as [number, number, number],
        isBroken: false,
      })),
      save,
    );
    const read = createReader(true);
    expect(read(save)).toMatchObject({ reuseCount: 0, report: { structureCount: 100 } });
    // The first of a class is read: it says what the class is.
    expect(read(save)).toMatchObject({ reuseCount: 99, messages: [], report: { structureCount: 100 } });
    expect(read(save, 'two')).toMatchObject({ reuseCount: 0, messages: [], report: { structureCount: 100 } });
    expect(read(save, 'two')).toMatchObject({ reuseCount: 99, messages: [], report: { structureCount: 100 } });
  });
});

it.each(['Ragnarok_WP.ark', 'GreenflatMap1.ark'] as const)('sends the same of %s, saved again', (name) => {
  const save = unpackRealSave(name, makeSaveFolder());
  const [readAll, readNew] = [createReader(false), createReader(true)];
  const statements = [
    [],
    ['delete from game where rowid % 50 = 3'],
    ['update game set value = (select value from game order by key limit 1) where rowid % 60 = 7', 'vacuum'],
    ["delete from custom where key = 'ActorTransformsDelta'"],
  ];
  for (const sql of statements) {
    changeSave(save, ...sql);
    const [full, incremental] = [readAll(save), readNew(save)];
    expect(incremental.messages).toEqual(full.messages);
    expect(incremental.report).toEqual(full.report);
  }
  expect(readNew(save).messages).toEqual([]);
});
