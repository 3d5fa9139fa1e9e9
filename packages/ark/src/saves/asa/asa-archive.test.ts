import { describe, expect, it } from 'vitest';
import { asaArchive, asaStore } from '../../testing/asa-fixture.ts';
import { asa } from '../../testing/asa-parts.ts';
import { writeAseArchive, write, properties } from '../../testing/ase-fixture.ts';
import { readProfile, readTribe } from '../read-archive.ts';
import { readTribeStore } from './tribe-store.ts';

const eosId = '0002f16bad3d4330b6097fcec38c5610';

const profileParts = [
  asa.int('SavedPlayerDataVersion', 10),
  asa.struct('MyData', 'PrimalPlayerDataStruct', [
    asa.uint64('PlayerDataID', 18_446_744_073n),
    asa.eosId('UniqueID', eosId),
    asa.text('SavedNetworkAddress', '192.0.2.77'),
    asa.text('PlayerName', 'platform name'),
    asa.bool('bFirstSpawned', true),
    asa.struct('MyPlayerCharacterConfig', 'Config', [
      asa.vector('BodyColour', 1, 2, 3),
      asa.text('PlayerCharacterName', 'Größe\n🦖'),
    ]),
    asa.struct('MyPersistentCharacterStats', 'Stats', [
      asa.uint16('CharacterStatusComponent_ExtraCharacterLevel', 104),
      asa.ints('PerMapExplorerNoteUnlocks', [1, 2, 3]),
    ]),
    asa.map('SomethingOfAMod', 77),
    asa.int('TribeID', 1_200_000_001),
    asa.double('LastLoginTime', 90),
    asa.double('LoginTime', 100.5),
  ]),
  asa.links('MyPersistentBuffDatas', []),
];

const tribeParts = [
  asa.struct('TribeData', 'TribeData', [
    asa.text('TribeName', 'Die Čápi'),
    asa.uint32('OwnerPlayerDataId', 4_000_000_000),
    asa.int('TribeID', 1_200_000_001),
    asa.texts('MembersPlayerName', ['Žofka', 'x'.repeat(500)]),
    asa.ints('MembersPlayerDataID', [7, 8, 0]),
    asa.ints('TribeAdmins', [7]),
    asa.texts('TribeLog', [
      'Day 1, 09:36:00: <RichColor Color="0, 1, 1, 1">Žofka was added to the Tribe!</>',
      'Day 2, 01:02:03: \u0007',
      '',
    ]),
  ]),
];

describe('a profile', () => {
  it.each([5, 6, 7])('of version %i has its identity and no address', (version) => {
    const survivor = readProfile(asaArchive(version, 'PrimalPlayerDataBP_C', profileParts));
    expect(survivor).toEqual({
      arkId: '18446744073',
      playerId: eosId,
      name: 'Größe 🦖',
      platformName: 'platform name',
      level: 105,
      teamId: 1_200_000_001,
      loginAt: 100.5,
    });
    expect(JSON.stringify(survivor)).not.toContain('192.0.2');
  });

  it('falls back to the platform’s name if the survivor has none', () => {
    const parts = [asa.uint64('PlayerDataID', 5n), asa.text('PlayerName', 'Flint')];
    expect(readProfile(asaArchive(7, 'Data', [asa.struct('MyData', 'Data', parts)]))).toEqual({
      arkId: '5',
      name: 'Flint',
      platformName: 'Flint',
    });
  });

  it('may be of the other game', () => {
    const parts = [write.uint64('PlayerDataID', 5n), write.text('PlayerName', 'Flint')];
    const bytes = writeAseArchive([
      { className: 'PrimalPlayerDataBP_C', properties: [write.struct('MyData', 'Data', properties(parts))] },
    ]);
    expect(readProfile(bytes)).toMatchObject({ arkId: '5' });
  });

  it('reports what it lacks', () => {
    const nobody = asaArchive(7, 'Data', [asa.struct('MyData', 'Data', [])]);
    expect(() => readProfile(nobody)).toThrow('profile: it has no PlayerDataID');
    expect(() => readProfile(asaArchive(7, 'Data', tribeParts))).toThrow('profile, byte 0: it has no MyData');
    expect(() => readProfile(asaArchive(8, 'Data', profileParts))).toThrow('profile, byte 0: version 8 is not known');
    expect(() => readProfile(Buffer.alloc(0))).toThrow('byte');
  });
});

describe('a tribe', () => {
  it.each([5, 6, 7])('of version %i has its members and its log', (version) => {
    expect(readTribe(asaArchive(version, 'PrimalTribeData', tribeParts))).toEqual({
      id: 1_200_000_001,
      name: 'Die Čápi',
      ownerArkId: '4000000000',
      adminArkIds: ['7'],
      members: [
        { arkId: '7', name: 'Žofka' },
        { arkId: '8', name: 'x'.repeat(128) },
      ],
      log: ['Day 1, 09:36:00: Žofka was added to the Tribe!', 'Day 2, 01:02:03:'],
    });
  });
});

describe('a store', () => {
  it('whose entries share their bytes is refused: they would be read again and again', () => {
    const store = asaStore([asaArchive(7, 'PrimalTribeData', tribeParts)], []);
    const entry = Buffer.from(store.subarray(store.length - 64 - 8 - 16, store.length - 64 - 8));
    const many = Buffer.concat([store.subarray(0, store.length - 64 - 8), ...Array.from({ length: 9 }, () => entry)]);
    many.writeInt32LE(10, 8);
    expect(() => readTribeStore(many)).toThrow(/^GameModeCustomBytes, byte \d+: an entry of/);
  });
});
