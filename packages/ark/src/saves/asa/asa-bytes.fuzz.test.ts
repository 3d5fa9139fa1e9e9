import { expect, it } from 'vitest';
import { asaArchive, asaTransform, asaStore, asaTables, makeSaveFolder } from '../../testing/asa-fixture.ts';
import { asa } from '../../testing/asa-parts.ts';
import { mutations } from '../../testing/mutations.ts';
import { readRealSave, unpackRealSave } from '../../testing/real-saves.ts';
import { readProfile, readTribe } from '../read-archive.ts';
import { SaveError } from '../save-error.ts';
import { readActorTransforms } from './actor-transforms.ts';
import { readAsaProfile, readAsaTribe } from './asa-archive.ts';
import { readAsaObject, readNeighbours } from './asa-object.ts';
import { openSaveDatabase } from './save-database.ts';
import { readSaveHeader, tableNames } from './save-header.ts';
import { readTribeStore } from './tribe-store.ts';

const timeout = 120_000;
const id = Buffer.alloc(16, 1);
const none = Buffer.alloc(16);

/** `wrong`: what is neither read nor fails with a location. Some must be read and some must fail, or nothing was tried. */
function fuzz(originals: readonly Buffer[], count: number, seed: number, read: (bytes: Buffer) => unknown) {
  const wrong: string[] = [];
  let readCount = 0;
  for (const bytes of mutations(originals, count, seed)) {
    try {
      read(bytes);
      readCount += 1;
    } catch (error) {
      const isExpected = error instanceof SaveError && error.location !== '' && error.reason !== '';
      if (!isExpected && wrong.length < 3) wrong.push(`${String(error)} ${bytes.toString('hex').slice(0, 400)}`);
    }
  }
  return { wrong, hasRead: readCount > 0, hasFailed: readCount < count };
}

const survived = { wrong: [], hasRead: true, hasFailed: true };

const parts = [
  asa.links('LinkedStructures', [id, none]),
  asa.map('SomethingOfAMod', 9),
  asa.text('BoxName', 'Größe 🦖'),
  asa.uint32('StructureID', 5),
  asa.bool('bIsDead', true),
  asa.float('MaxHealth', 1000),
  asa.struct('Odd', 'OddStruct', [asa.int('TargetingTeam', 1), asa.texts('Names', ['a', 'b'])]),
  asa.eosId('PlatformProfileID', '0002f16bad3d4330b6097fcec38c5610'),
  asa.vector('SavedBaseWorldLocation', 1, 2, 3),
  asa.uint64('LinkedPlayerDataID', 7n),
  asa.int('TargetingTeam', 1_200_000_001),
];
const object = { id, classPath: '/Game/Box.Box_C', parts, coordinates: [1, 2, 3] as [number, number, number] };

const profileParts = [
  asa.struct('MyData', 'PrimalPlayerDataStruct', [
    asa.uint64('PlayerDataID', 473_236_573n),
    asa.eosId('UniqueID', '0002f16bad3d4330b6097fcec38c5610'),
    asa.text('SavedNetworkAddress', '192.0.2.77'),
    asa.struct('MyPlayerCharacterConfig', 'Config', [asa.text('PlayerCharacterName', 'Žofka')]),
    asa.struct('MyPersistentCharacterStats', 'Stats', [asa.uint16('CharacterStatusComponent_ExtraCharacterLevel', 9)]),
  ]),
];
const tribeParts = [
  asa.struct('TribeData', 'TribeData', [
    asa.text('TribeName', 'Die Čápi'),
    asa.int('TribeID', 1_200_000_001),
    asa.texts('MembersPlayerName', ['Žofka', 'Ann']),
    asa.ints('MembersPlayerDataID', [1, 2]),
    asa.texts('TribeLog', ['Day 1, 00:00:01: <RichColor Color="1, 0, 0, 1">Bob was killed!</>']),
  ]),
];
const profiles = [5, 6, 7].map((version) => asaArchive(version, 'PrimalPlayerDataBP_C', profileParts));
const tribes = [5, 6, 7].map((version) => asaArchive(version, 'PrimalTribeData', tribeParts));

it('survives 40,000 broken objects of a real world', { timeout }, () => {
  const database = openSaveDatabase(unpackRealSave('Ragnarok_WP.ark', makeSaveFolder()));
  const rows = Array.from(database.objects(), ({ value }) => Buffer.from(value ?? none));
  const header = readSaveHeader(database.custom('SaveHeader') ?? none);
  database.close();
  const names = tableNames(header.names);
  // One of every class, the big ones left out.
  const classes = new Map(rows.filter(({ length }) => length < 4_000).map((bytes) => [bytes.readInt32LE(0), bytes]));
  const result = fuzz([...classes.values()], 40_000, 1, (bytes) => readAsaObject(bytes, names, header.version));
  expect(result).toEqual(survived);
});

it.each([8, 13, 14])('survives 10,000 broken objects of version %i', { timeout }, (version) => {
  const { game, custom } = asaTables({ version, objects: [object] });
  const header = readSaveHeader(custom['SaveHeader'] as Buffer);
  const names = tableNames(header.names);
  const originals = game.map(({ value }) => value);
  const result = fuzz(originals, 10_000, version, (bytes) => {
    readAsaObject(bytes, names, version);
    readNeighbours(bytes, names, version);
  });
  expect(result).toEqual(survived);
});

it.each([8, 12, 14])('survives 5,000 broken heads of version %i', { timeout }, (version) => {
  const { custom } = asaTables({ version, objects: [object] });
  expect(fuzz([custom['SaveHeader'] as Buffer], 5_000, version, readSaveHeader)).toEqual(survived);
});

it('survives 6,000 broken lists of coordinates', { timeout }, () => {
  const ids = Array.from({ length: 12 }, (_, index) => Buffer.alloc(16, index + 1));
  const transforms = Buffer.concat([...ids.map((each) => asaTransform(each, [1, 2, 3])), none]);
  const result = fuzz([transforms, transforms.subarray(0, 72 * 2)], 6_000, 5, (bytes) => {
    const table = readActorTransforms([bytes, transforms]);
    return ids.map((each) => table.find(each));
  });
  expect(result).toEqual(survived);
});

it('survives 10,000 broken stores', { timeout }, () => {
  const result = fuzz([asaStore(tribes, profiles), asaStore([], profiles)], 10_000, 6, (bytes) => {
    const store = readTribeStore(bytes);
    return [...store.tribes.map((each) => readAsaTribe(each)), ...store.profiles.map((each) => readAsaProfile(each))];
  });
  expect(result).toEqual(survived);
});

it('survives 20,000 broken profiles', { timeout }, () => {
  const originals = [readRealSave('LocalPlayer.arkprofile'), ...profiles];
  expect(fuzz(originals, 20_000, 7, readProfile)).toEqual(survived);
});

it('survives 15,000 broken tribes', { timeout }, () => {
  expect(fuzz(tribes, 15_000, 8, readTribe)).toEqual(survived);
});
