import { describe, expect, it } from 'vitest';
import { makeSaveFolder } from '../../testing/asa-fixture.ts';
import { changeSave } from '../../testing/change-save.ts';
import { readWhole } from '../../testing/read-whole.ts';
import { readRealSave, unpackRealSave } from '../../testing/real-saves.ts';
import { readProfile } from '../read-archive.ts';
import type { ClassKind } from '../save-rows.ts';
import { openAsaSave } from './open-asa-save.ts';

const eosId = '0002ac93d56042898bbc9358cd387733';
const address = /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|0{13}/;

const testPlayer = { ownerArkId: '136635447', ownerName: 'Test Player', teamId: 136_635_447 };
const flint = { ownerArkId: '375858003', ownerName: 'Flint Thatchwood', teamId: 1_520_314_192 };

/** Rounded to a thousandth: the game writes fifteen digits. */
const floors: [string, typeof testPlayer, number, number, number, number][] = [
  ['0f02f014a90a714290cb6c9a4e503077', testPlayer, -351_860.676, -445_535.258, -14_191.873, 100_000_695.279],
  ['2740f9c412790842b1ae3c361afc1259', flint, -346_436.203, -448_172.477, -13_367.609, 100_001_275.202],
  ['28d8b9d7a0b4214cb075b9c43c7b4d44', flint, -346_209.012, -447_976.558, -13_367.609, 100_001_275.572],
  ['2a890dcea3868b4ca743c2162d1e1e02', flint, -346_404.931, -447_749.367, -13_367.609, 100_001_274.721],
  ['2eefbeba3eec9743baea4bac7281d677', testPlayer, -352_143.683, -445_851.339, -14_191.873, 100_000_693.841],
  ['6a4da24e63667b41a54a2917571aec92', testPlayer, -352_541.753, -444_343.742, -14_182.307, 100_001_054.622],
  ['6e9b699e0bcd3942885ecb0403237769', testPlayer, -352_834.512, -444_409.257, -14_182.307, 100_001_055.367],
  ['727fdcded8fe424f8428f7e05fc25255', flint, -346_632.122, -447_945.286, -13_367.609, 100_001_274.108],
  ['ca1df1907dfdd4449daea3848527c16b', testPlayer, -351_844.139, -445_834.802, -14_191.873, 100_000_694.541],
  ['e1d63a18e4d4734a853529f02ea82fe5', testPlayer, -352_900.026, -444_116.498, -14_032.307, 100_001_056.199],
  ['fc3746fd57c53b46a12ce236210bef20', testPlayer, -352_160.22, -445_551.796, -14_191.873, 100_000_692.788],
  ['fe0c6593ca248640919bcd68025d0926', testPlayer, -352_607.267, -444_050.983, -14_182.307, 100_001_056.938],
];

const near = (value: number): unknown => expect.closeTo(value, 2);

const open = () => openAsaSave(unpackRealSave('Ragnarok_WP.ark', makeSaveFolder()));
const added = (who: string) => `Flint Thatchwood with ID ${who} was added to the Tribe!`;

describe('Ragnarok', () => {
  it('has its map, version and time', () => {
    const save = open();
    expect(save.head).toEqual({ game: 'asa', version: 14, map: 'Ragnarok_WP', gameTime: near(100_001_528.056) });
    save.close();
  });

  it('is read to its last object without a failure', () => {
    const { report } = readWhole(open());
    expect(report).toMatchObject({ objectCount: 4542, failureCount: 0, failures: [] });
    expect(report.classes.reduce((sum, { count }) => sum + count, 0)).toBe(4542);
  });

  it('has the twelve structures of its two players, with coordinates and owner', () => {
    const { structures } = readWhole(open());
    const expected = floors.map(([id, owner, x, y, z, builtAt]) => ({
      id,
      className: 'Floor_Stone_C',
      ...owner,
      teamName: owner === flint ? 'Another Tribe' : 'Flint Thatchwood',
      place: { x: near(x), y: near(y), z: near(z) },
      health: 15_000,
      maxHealth: 15_000,
      builtAt: near(builtAt),
    }));
    expect(structures.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(expected);
  });

  it('has three tribes with their members and logs', () => {
    const { tribes } = readWhole(open());
    expect(tribes).toEqual([
      {
        id: 1_497_408_540,
        name: 'Tribe of Test Player',
        ownerArkId: '136635447',
        adminArkIds: [],
        members: [{ arkId: '136635447', name: 'Test Player' }],
        log: [`Day 1, 12:10:38: ${added('136635447')}`],
      },
      {
        id: 1_529_904_408,
        name: 'Second Tribw',
        ownerArkId: '136635447',
        adminArkIds: [],
        members: [{ arkId: '136635447', name: 'Test Player' }],
        log: [
          `Day 1, 15:45:55: ${added('136635447')}`,
          'Day 1, 15:55:28: Tribemember Test Player - Lvl 13 was killed!',
        ],
      },
      {
        id: 1_520_314_192,
        name: 'Another Tribe',
        ownerArkId: '375858003',
        adminArkIds: [],
        members: [{ arkId: '375858003', name: 'Flint Thatchwood' }],
        log: [
          `Day 1, 15:59:32: ${added('375858003')}`,
          'Day 1, 16:04:07: Tribemember Flint Thatchwood - Lvl 1 was killed!',
        ],
      },
    ]);
  });

  it('has two survivors with three bodies: the living body counts, and a dead one where there is no other', () => {
    const { survivors, report } = readWhole(open());
    const platform = { playerId: eosId, platformName: 'Flint Thatchwood' };
    expect(survivors).toEqual([
      {
        arkId: '136635447',
        ...platform,
        name: 'Test Player',
        level: 13,
        teamId: 1_529_904_408,
        loginAt: near(100_001_115.527),
        place: { x: near(-353_393.47), y: near(-445_639.532), z: near(-13_968.173) },
      },
      {
        arkId: '375858003',
        ...platform,
        name: 'Flint Thatchwood',
        level: 1,
        teamId: 1_520_314_192,
        loginAt: near(100_001_528.056),
        place: { x: near(-346_647.27), y: near(-447_912.223), z: near(-13_219.459) },
      },
    ]);
    expect(report.classes.find(({ kind }) => kind === 'survivor')).toMatchObject({ count: 3 });
  });

  it('lists its classes and the paths of their assets', () => {
    const { classes } = readWhole(open()).report;
    const of = (kind: ClassKind) => classes.filter((entry) => entry.kind === kind);
    expect(classes).toContainEqual({
      className: 'Floor_Stone_C',
      kind: 'structure',
      directory: '/Game/PrimalEarth/Structures/Stone/Stone_Floor',
      count: 12,
    });
    expect(of('creature').map(({ className }) => className)).toContain('Turtle_Character_BP_C');
    expect(of('item').filter(({ className }) => !className.startsWith('PrimalItem')).length).toBeLessThan(20);
    expect(of('item').reduce((sum, { count }) => sum + count, 0)).toBe(1486);
  });

  it('contains no network address', () => {
    expect(JSON.stringify(readWhole(open()))).not.toMatch(address);
  });
});

function spoil(sql: string) {
  const file = unpackRealSave('Ragnarok_WP.ark', makeSaveFolder());
  changeSave(file, sql);
  return readWhole(openAsaSave(file));
}

describe('Ragnarok with damage', () => {
  it('reports which structures cannot be read', () => {
    const ids = floors.slice(0, 3).map(([id]) => id);
    const keys = ids.map((id) => `x'${id}'`).join();
    const { structures, unreadable, report } = spoil(
      `update game set value = substr(value, 1, 60) where key in (${keys})`,
    );
    expect(structures).toHaveLength(9);
    expect(report.failureCount).toBe(3);
    expect(new Set(unreadable.map(({ id }) => id))).toEqual(new Set(ids));
  });

  it('reports whose archives in the store are of a version that is not known', () => {
    // Each is rewritten with its first byte, the version, as 8.
    const bytes = "replace(hex(value), '070000000A020000F5030000', '080000000A020000F5030000')";
    const { tribes, unreadable, report } = spoil(
      `update custom set value = unhex(${bytes}) where key = 'GameModeCustomBytes'`,
    );
    expect(tribes).toEqual([]);
    expect(unreadable).toEqual([
      ...['1497408540', '1529904408', '1520314192'].map((id) => ({ kind: 'unreadable', of: 'tribe', id })),
      ...['136635447', '375858003'].map((id) => ({ kind: 'unreadable', of: 'survivor', id })),
    ]);
    expect(report).toMatchObject({ failureCount: 5, archives: { count: 5, failureCount: 5 } });
  });
});

describe('a map of a mod', () => {
  it('is read to its last object without a failure', () => {
    const save = openAsaSave(unpackRealSave('GreenflatMap1.ark', makeSaveFolder()));
    expect(save.head).toMatchObject({ version: 14, map: 'GreenflatMap' });
    const { structures, tribes, survivors, report } = readWhole(save);
    expect(report).toMatchObject({ objectCount: 830, failureCount: 0 });
    expect(structures).toEqual([]);
    expect(tribes).toMatchObject([{ id: 1_443_088_761, name: 'Tribe of Test Player', ownerArkId: '554398186' }]);
    expect(survivors).toMatchObject([{ arkId: '554398186', playerId: eosId, name: 'Test Player', level: 1 }]);
  });
});

describe('a profile of a single player', () => {
  const bytes = readRealSave('LocalPlayer.arkprofile');

  it('has its identity', () => {
    expect(readProfile(bytes)).toEqual({
      arkId: '473236573',
      playerId: eosId,
      name: 'Guy',
      platformName: 'Flint Thatchwood',
      level: 105,
      loginAt: near(100_782_206.91),
    });
  });

  it('returns no network address, though the file has a field for one', () => {
    expect(bytes.includes('SavedNetworkAddress')).toBe(true);
    expect(JSON.stringify(readProfile(bytes))).not.toMatch(address);
  });
});
