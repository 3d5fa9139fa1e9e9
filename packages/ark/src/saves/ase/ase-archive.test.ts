import { describe, expect, it } from 'vitest';
import { properties, write, writeAseArchive, type Part } from '../../testing/ase-fixture.ts';
import { readAseProfile, readAseTribe } from './ase-archive.ts';

const player: Part[] = [
  write.uint64('PlayerDataID', 473_236_573n),
  write.playerId('UniqueID', '76561197991984752'),
  write.text('SavedNetworkAddress', '192.0.2.77'),
  write.text('PlayerName', 'platform name'),
  write.int('TribeID', 1_425_984_831),
  write.double('LoginTime', 5000.5),
  write.double('LastLoginTime', 4000),
  write.struct(
    'MyPlayerCharacterConfig',
    'PrimalPlayerCharacterConfigStruct',
    properties([write.bool('bIsFemale', true), write.text('PlayerCharacterName', 'Größe 🦖')]),
  ),
  write.struct(
    'MyPersistentCharacterStats',
    'PrimalPersistentCharacterStatsStruct',
    properties([
      write.int16('CharacterStatusComponent_ExtraCharacterLevel', 104),
      write.texts('PlayerState_EngramBlueprints', ['/Game/Engram']),
    ]),
  ),
];

const profileOf = (parts: Part[], version = 1) =>
  writeAseArchive(
    [
      { className: 'SomethingElse_C', properties: [write.int('TribeID', 9)] },
      {
        className: 'PrimalPlayerDataBP_C',
        properties: [
          write.struct('MyData', 'PrimalPlayerDataStruct', properties(parts)),
          write.int('SavedPlayerDataVersion', 1),
        ],
        tail: Buffer.alloc(4),
      },
    ],
    version,
  );

const tribeOf = (parts: Part[]) =>
  writeAseArchive([
    { className: 'PrimalTribeData', properties: [write.struct('TribeData', 'TribeData', properties(parts))] },
  ]);

const tribeParts = (log: string[]) => [
  write.text('TribeName', 'The <b>Tribe</b>\u0007'),
  write.int('OwnerPlayerDataID', 11),
  write.int('TribeId', 1_425_984_831),
  write.texts('MembersPlayerName', ['Bob', 'Ann']),
  write.ints('MembersPlayerDataID', [11, 12, 13, -1]),
  write.ints('TribeAdmins', [12]),
  write.texts('TribeLog', log),
  write.texts('AnythingElse', ['x']),
  write.int('LogIndex', 7),
];

const days = Array.from({ length: 250 }, (_, day) => `Day ${day + 1}, 08:41:17: Something`);

describe('a profile', () => {
  it('has its owner', () => {
    expect(readAseProfile(profileOf(player))).toEqual({
      arkId: '473236573',
      playerId: '76561197991984752',
      name: 'Größe 🦖',
      platformName: 'platform name',
      level: 105,
      teamId: 1_425_984_831,
      loginAt: 5000.5,
    });
  });

  it('returns what it has where the rest is missing', () => {
    expect(readAseProfile(profileOf([write.uint64('PlayerDataID', 5n)]))).toEqual({ arkId: '5', name: '', level: 1 });
  });

  it('never returns a network address', () => {
    expect(JSON.stringify(readAseProfile(profileOf(player)))).not.toContain('192.0.2');
  });

  it('reports what is wrong with it', () => {
    expect(() => readAseProfile(profileOf([]))).toThrow('profile: it has no number of a player');
    expect(() => readAseProfile(profileOf(player, 7))).toThrow('profile, byte 0: version 7 is not known, only 1');
    expect(() => readAseProfile(profileOf(player).subarray(0, 400))).toThrow(/^profile, byte \d+: /);
    expect(() => readAseProfile(Buffer.alloc(0))).toThrow('profile, byte 0: 4 bytes are wanted, 0 are left');
  });

  it('does not run out of a struct into what follows', () => {
    const endless = write.struct('MyPlayerCharacterConfig', 'S', write.int('Some', 1));

    expect(() => readAseProfile(profileOf([endless, ...player]))).toThrow('4 bytes are wanted, 0 are left');
  });

  it('is not followed without end where it nests', () => {
    let nested: Part = properties(player);
    for (let depth = 0; depth < 200; depth += 1)
      nested = properties([write.struct('MyPlayerCharacterConfig', 'Struct', nested)]);
    const bytes = profileOf([write.uint64('PlayerDataID', 5n), write.struct('MyPlayerCharacterConfig', 'S', nested)]);

    expect(readAseProfile(bytes)).toEqual({ arkId: '5', name: '', level: 1 });
  });
});

describe('a tribe', () => {
  it('has its members and its log without colours', () => {
    const log = [
      'Day 1, 00:00:01: <RichColor Color="1, 0, 0, 1">Bob was killed!</>',
      '',
      'Day 2, 03:04:05: Ann joined',
    ];

    expect(readAseTribe(tribeOf(tribeParts(log)))).toEqual({
      id: 1_425_984_831,
      name: 'The <b>Tribe</b>',
      ownerArkId: '11',
      adminArkIds: ['12'],
      members: [
        { arkId: '11', name: 'Bob' },
        { arkId: '12', name: 'Ann' },
        { arkId: '13', name: '' },
      ],
      log: ['Day 1, 00:00:01: Bob was killed!', 'Day 2, 03:04:05: Ann joined'],
    });
  });

  it.each([
    ['oldest first', days],
    ['newest first', days.toReversed()],
  ])('returns the newest 200 lines of a log that stands %s', (_order, log) => {
    expect(readAseTribe(tribeOf(tribeParts(log))).log).toEqual(days.slice(-200));
  });

  it('reports what is wrong with it', () => {
    expect(() => readAseTribe(tribeOf([write.text('TribeName', 'x')]))).toThrow('tribe: it has no number');
    expect(() => readAseTribe(tribeOf(tribeParts([])).subarray(0, 500))).toThrow(/^tribe, byte \d+: /);
    const bytes = tribeOf(tribeParts([]));
    bytes.writeInt32LE(500_000_000, bytes.indexOf('Bob\0') - 8);
    expect(() => readAseTribe(bytes)).toThrow('there cannot be 500000000 things here');
  });
});
