import type { OpenSave, SavedRow, SaveReport, UnreadableRow } from '@tribehall/ark/saves/save-rows';
import { saveRows } from '@tribehall/contract/agent/world-saves.contract';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { readRowHashes, writeRowHashes } from './row-hashes-file.ts';
import { RowHashes } from './row-hashes.ts';
import { syncWorld } from './sync-world.ts';

const structure = (id: string, teamId = 60_000): SavedRow => ({
  kind: 'structure',
  structure: { id, className: 'Wall_C', teamId, place: { x: 1, y: 2, z: 3 } },
});
const tribe = (id: number): SavedRow => ({
  kind: 'tribe',
  tribe: { id, name: `Tribe ${id}`, adminArkIds: [], members: [], log: [] },
});
const survivor = (arkId: string, level?: number): SavedRow => ({
  kind: 'survivor',
  survivor: { arkId, name: 'Ann', ...(level !== undefined && { level }) },
});
const unreadable = (of: UnreadableRow['of'], id?: string): SavedRow => ({
  kind: 'unreadable',
  of,
  ...(id !== undefined && { id }),
});

const world = [
  ...['a', 'b', 'c'].map((id) => structure(id)),
  tribe(60_000),
  tribe(60_001),
  survivor('7', 9),
  survivor('8', 4),
];
const report: SaveReport = {
  objectCount: 100,
  failureCount: 0,
  failures: [],
  archives: { count: 4, failureCount: 0 },
  classes: [],
  ground: [],
};

let file: string;
beforeEach(() => {
  file = path.join(makeFolder(), 'rows');
  const hashes = new RowHashes();
  sync(world, hashes);
  writeRowHashes(file, { version: 2, revision: 'r1', serverId: 's', save: { file: '', size: 1, mtimeMs: 1 } }, hashes);
});

function sync(rows: SavedRow[], hashes: RowHashes | undefined) {
  const save: OpenSave = {
    head: { game: 'asa', version: 14, map: 'X', gameTime: 1 },
    *rows() {
      yield* rows;
      return report;
    },
    close: () => undefined,
  };
  const files = { profiles: [], tribes: [] };
  const steps = syncWorld({ save, files, hashes: hashes ?? new RowHashes(), savedAtMs: 1 });
  const lastSent = { structures: [] as string[], survivors: [] as string[], gone: [] as (string | number)[] };
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return { ...lastSent, structureCount: next.value.structureCount };
    const { structures, survivors, gone } = saveRows.params.parse(JSON.parse(next.value ?? '{}'));
    lastSent.structures.push(...structures.map(({ id }) => id));
    lastSent.survivors.push(...survivors.map(({ arkId }) => arkId));
    for (const ids of Object.values(gone ?? {})) lastSent.gone.push(...ids);
  }
}

/** The same world again, with these rows instead of others. */
const again = (without: SavedRow[], ...instead: SavedRow[]) =>
  sync([...world.filter((row) => !without.includes(row)), ...instead], readRowHashes(file, 'r1'));
const [a, b, , , lastTribe, ann] = world as [SavedRow, SavedRow, SavedRow, SavedRow, SavedRow, SavedRow];

it('retains a structure that cannot be read, and reports only others as gone', () => {
  expect(again([a, b], unreadable('object', 'a'))).toEqual({
    structures: [],
    survivors: [],
    gone: ['b'],
    structureCount: 2,
  });
});

it('retains the missing ones where as many objects without an id cannot be read', () => {
  expect(again([a, b], unreadable('object'), unreadable('object'))).toMatchObject({ gone: [], structureCount: 3 });
  expect(again([a, b], unreadable('object'))).toMatchObject({ gone: ['a', 'b'], structureCount: 1 });
  expect(again([a], unreadable('object', 'z'))).toMatchObject({ gone: ['a'] });
});

it('retains a survivor whose body may be what cannot be read', () => {
  expect(again([ann], unreadable('object', 'z')).gone).toEqual([]);
  expect(again([ann]).gone).toEqual(['7']);
});

it('retains a structure whose coordinates are impossible', () => {
  const nowhere = { ...a, structure: { id: 'a', className: 'Wall_C', teamId: 1, place: { x: 1e300, y: 0, z: 0 } } };
  expect(again([a], nowhere as SavedRow)).toMatchObject({ structures: [], gone: [], structureCount: 3 });
});

it('retains tribes and survivors whose archives cannot be read, and takes no poorer word of a body', () => {
  const rows = [unreadable('tribe', '60001'), unreadable('survivor', '7'), survivor('7')];
  expect(again([lastTribe, ann], ...rows)).toMatchObject({ survivors: [], gone: [] });
  expect(again([lastTribe], unreadable('tribe')).gone).toEqual([]);
  expect(again([ann], survivor('7')).survivors).toEqual(['7']);
});

it('retains all of them where the store cannot be opened', () => {
  const rows = [unreadable('store'), survivor('7'), ...world.filter(({ kind }) => kind === 'structure')];
  expect(sync(rows, readRowHashes(file, 'r1'))).toMatchObject({ survivors: [], gone: [] });
});

it('sends what it can without a base', () => {
  expect(sync([b, unreadable('object', 'a'), unreadable('survivor', '7'), survivor('7')], undefined)).toEqual({
    structures: ['b'],
    survivors: ['7'],
    gone: [],
    structureCount: 1,
  });
});
