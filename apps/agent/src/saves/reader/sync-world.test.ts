import type { OpenSave, SavedRow, SavedSurvivor, SaveReport } from '@tribehall/ark/saves/save-rows';
import { saveRows } from '@tribehall/contract/agent/world-saves.contract';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { profileBytes, tribeBytes, tribeId } from '../../testing/world.fixture.ts';
import { RowHashes } from './row-hashes.ts';
import { type LearnedIdentity, listPlayerFiles } from './survivors.ts';
import { syncWorld } from './sync-world.ts';

const ann = '76561197991984752';
const savedAtMs = Date.now();
const report: SaveReport = {
  objectCount: 1,
  failureCount: 0,
  failures: [],
  archives: { count: 0, failureCount: 0 },
  classes: [],
  ground: [],
};

function saveOf(rows: SavedRow[], result = report): OpenSave {
  return {
    head: { game: 'ase', version: 11, map: 'TheIsland', gameTime: 1 },
    *rows() {
      yield* rows;
      return result;
    },
    close: () => undefined,
  };
}

function read(save: OpenSave, folder = makeFolder(), learned: LearnedIdentity[] = []) {
  const steps = syncWorld({ save, files: listPlayerFiles(folder), hashes: new RowHashes(), savedAtMs, learned });
  const lastSent = { survivors: [] as unknown[], tribes: [] as unknown[] };
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return { ...lastSent, report: next.value };
    const { survivors, tribes } = saveRows.params.parse(JSON.parse(next.value ?? '{}'));
    lastSent.survivors.push(...survivors);
    lastSent.tribes.push(...tribes);
  }
}

function filesOf(ageMs: number): string {
  const folder = makeFolder();
  const files = {
    [`${ann}.arkprofile`]: profileBytes(ann, 7n, 'FromFile'),
    [`${tribeId}.arktribe`]: tribeBytes(['new']),
  };
  for (const [name, bytes] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), bytes);
    fs.utimesSync(path.join(folder, name), (savedAtMs - ageMs) / 1_000, (savedAtMs - ageMs) / 1_000);
  }
  return folder;
}

const store: SavedRow[] = [
  { kind: 'survivor', survivor: { arkId: '7', playerId: ann, name: 'FromStore', level: 9 } },
  { kind: 'survivor', survivor: { arkId: '7', name: 'FromBody', place: { x: 1, y: 2, z: 3 } } },
  { kind: 'tribe', tribe: { id: tribeId, name: 'Stored', adminArkIds: [], members: [], log: ['old'] } },
];

it('prefers a file that was written with the save over the save itself, and fills its gaps', () => {
  const { survivors, tribes, report: result } = read(saveOf(store), filesOf(0));
  expect(survivors).toMatchObject([{ arkId: '7', name: 'FromFile', teamId: tribeId, place: { x: 1, y: 2, z: 3 } }]);
  expect(tribes).toMatchObject([{ name: 'The Tribe', log: ['new'] }]);
  expect(result.survivors).toEqual([[ann, '7', 'FromFile']]);
});

it('prefers the store of the save to an orphaned file', () => {
  const { survivors, tribes } = read(saveOf(store), filesOf(86_400_000));
  expect(survivors).toMatchObject([{ arkId: '7', name: 'FromStore', level: 9, loginAt: 40_000 }]);
  expect(tribes).toMatchObject([{ name: 'Stored', log: ['old'] }]);
});

it('uses files alone if the save has no store, and skips files of no player', () => {
  const folder = filesOf(86_400_000);
  fs.writeFileSync(path.join(folder, 'LocalPlayer.arkprofile'), 'x');
  fs.writeFileSync(path.join(folder, '1.arkprofile'), '');
  fs.writeFileSync(path.join(folder, '2.arktribe'), 'noise');
  const { survivors, tribes, report: result } = read(saveOf([]), folder);
  expect([survivors.length, tribes.length]).toEqual([1, 1]);
  expect(result).toMatchObject({ failureCount: 1, failures: [{ place: path.join(folder, '2.arktribe') }] });
});

it('takes the newest of several files of one survivor', () => {
  const names = ['First', 'Newest', 'Middle'];
  for (const ageMs of [0, 86_400_000]) {
    const folder = makeFolder();
    for (const [index, afterMs] of [10_000, 30_000, 20_000].entries()) {
      const file = path.join(folder, `${ann.slice(0, -1)}${index}.arkprofile`);
      fs.writeFileSync(file, profileBytes(ann, 7n, names[index] ?? ''));
      const writtenAt = (savedAtMs - ageMs - 60_000 + afterMs) / 1_000;
      fs.utimesSync(file, writtenAt, writtenAt);
    }
    expect(read(saveOf([]), folder).survivors).toMatchObject([{ arkId: '7', name: 'Newest' }]);
  }
});

it('counts the survivor who logged in last where a player has several', () => {
  const several = [300, 900, 600].map((loginAt): SavedRow => {
    return { kind: 'survivor', survivor: { arkId: String(loginAt), playerId: ann, name: `At ${loginAt}`, loginAt } };
  });
  expect(read(saveOf(several)).report.survivors).toEqual([[ann, '900', 'At 900']]);
});

describe('a survivor whose player the save does not name', () => {
  const epic = '7171521174456260817';
  const other = '7171521174456260818';
  const eve = { arkId: '8', name: 'Evelyn', platformName: 'Eve' };
  const atMs = savedAtMs - 1_000;
  const names = { survivor: 'Evelyn', platformName: 'Eve', atMs };
  const link = (learned: LearnedIdentity[], ...more: SavedSurvivor[]) =>
    read(saveOf([eve, ...more].map((survivor) => ({ kind: 'survivor', survivor }))), undefined, learned).report
      .survivors;

  it('is linked by the number that the log has, or by both names', () => {
    expect(link([{ playerId: epic, arkId: '8', atMs }])).toEqual([[epic, '8', 'Evelyn']]);
    expect(link([{ playerId: epic, ...names }])).toEqual([[epic, '8', 'Evelyn']]);
    expect(
      link([
        { playerId: other, ...names },
        { playerId: epic, arkId: '8', atMs },
      ]),
    ).toEqual([[epic, '8', 'Evelyn']]);
  });

  it.each<[string, LearnedIdentity[], SavedSurvivor[]]>([
    ['one name differs', [{ playerId: epic, ...names, platformName: 'Eva' }], []],
    ['only one name is known', [{ playerId: epic, survivor: 'Evelyn', atMs }], []],
    ['another survivor has both names', [{ playerId: epic, ...names }], [{ ...eve, arkId: '9' }]],
    [
      'another player bears both names',
      [
        { playerId: epic, ...names },
        { playerId: other, ...names },
      ],
      [],
    ],
    ['two players have the number', [epic, other].map((playerId) => ({ playerId, arkId: '8', atMs })), []],
    ['the player has another number', [{ playerId: epic, ...names, arkId: '9' }], []],
    ['it was learned after the save', [{ playerId: epic, ...names, atMs: savedAtMs + 1 }], []],
    ['names are empty', [{ playerId: epic, survivor: '', platformName: '', atMs }], []],
  ])('is not linked where %s', (_why, learned, others) => {
    expect(link(learned, ...others)).toEqual([]);
  });

  it('keeps the player that the save names', () => {
    const owned = saveOf([{ kind: 'survivor', survivor: { ...eve, playerId: ann } }]);
    expect(read(owned, undefined, [{ playerId: epic, ...names, arkId: '8' }]).report.survivors).toEqual([
      [ann, '8', 'Evelyn'],
    ]);
  });
});

it('fails where too many objects cannot be read, and names the first', () => {
  const failures = [{ place: 'object 12ab, byte 4', reason: 'there is no such type' }];
  const broken = { ...report, objectCount: 1_000, failureCount: 60, failures };
  expect(() => read(saveOf([], broken))).toThrow('60 of 1000 objects cannot be read. The first: object 12ab, byte 4');
  expect(read(saveOf([], { ...broken, failureCount: 50 })).report).toMatchObject({ failureCount: 50, failures });
});

it('fails where more than half of the archives cannot be read, and names their version', () => {
  const failures = [{ place: 'the store, tribe 1, byte 0', reason: 'version 8 is not known, only 5 to 7 are' }];
  const broken = { ...report, objectCount: 4_000, failureCount: 2, failures };
  const of = (count: number) => saveOf([], { ...broken, archives: { count, failureCount: 2 } });
  expect(() => read(of(3))).toThrow(
    '2 of 3 tribes and survivors in the save cannot be read. The first: the store, tribe 1, byte 0: version 8 is not',
  );
  expect(read(of(4)).report).toMatchObject({ failureCount: 2, failures });
});
