import { createStructureColumns, type StructurePoints } from '@tribehall/contract/shared/structure-points';
import { describe, expect, it } from 'vitest';
import { readSort, sortRows, writeSort, type SortKey } from './structure-sort.ts';

function points(): StructurePoints {
  const columns = createStructureColumns(5);
  columns.id.set([11, 12, 13, 14, 15]);
  columns.class.set([1, 0, 1, 2, 0]);
  columns.tribe.set([0, 1, 2, 0, 1]);
  columns.owner.set([2, 1, 0, 2, 1]);
  columns.builtAt.set([500, 0, 4_000_000_000, 100, 0]);
  columns.firstSeenAt.set([600, 300, 700, 600, 400]);
  columns.y.set([-2.5, 0, 1e6, -1e6, 3]);
  return {
    count: 5,
    savedAt: 1,
    classes: ['Wall_Stone_C', 'Floor_Stone_C', 'Campfire_C'],
    tribes: [
      { id: 1, name: 'Zebra 10', lastActiveAt: 50 },
      { id: 2, name: 'Zebra 9', lastActiveAt: 0 },
      { id: 3, name: 'alpha', lastActiveAt: 20 },
    ],
    owners: [
      { arkId: '', name: '' },
      { arkId: '1', name: 'Mira' },
      { arkId: '2', name: 'Adam' },
    ],
    columns,
  };
}

const all = Uint32Array.of(0, 1, 2, 3, 4);
const sorted = (key: SortKey, order: 'asc' | 'desc', rows = all) => [...sortRows(points(), rows, { key, order })];

describe('sortRows', () => {
  it.each([
    ['class', [3, 0, 2, 1, 4]],
    ['tribe', [2, 1, 4, 0, 3]],
    ['owner', [2, 0, 3, 1, 4]],
    ['built', [3, 1, 4, 0, 2]],
    ['place', [3, 0, 1, 4, 2]],
    ['seen', [1, 4, 2, 0, 3]],
  ] as const)('sorts by %s', (sort, rows) => expect(sorted(sort, 'asc')).toEqual(rows));

  it('reverses, and is stable', () => {
    expect(sorted('class', 'desc')).toEqual([1, 4, 0, 2, 3]);
    expect(sorted('built', 'desc')).toEqual([2, 0, 4, 1, 3]);
  });

  it('sorts some rows without changing its input', () => {
    const rows = Uint32Array.of(4, 0, 2);
    expect(sorted('built', 'asc', rows)).toEqual([4, 0, 2]);
    expect(sorted('place', 'asc', rows)).toEqual([0, 4, 2]);
    expect([...rows]).toEqual([4, 0, 2]);
    expect(sorted('built', 'asc', Uint32Array.of())).toEqual([]);
  });

  it('agrees with Array.sort on many rows', () => {
    const count = 20_000;
    const columns = createStructureColumns(count);
    for (let row = 0; row < count; row += 1) columns.builtAt[row] = 1 + ((row * 2_654_435_761) % 4_294_967_295);
    const many = { ...points(), count, columns };
    const rows = Uint32Array.from({ length: count }, (_, row) => row);
    const wanted = [...rows].toSorted((a, b) => (columns.builtAt[a] ?? 0) - (columns.builtAt[b] ?? 0));
    expect([...sortRows(many, rows, { key: 'built', order: 'asc' })]).toEqual(wanted);
  });
});

describe('the sort in the URL', () => {
  it('omits defaults', () => {
    expect(readSort({})).toEqual({ key: 'built', order: 'desc' });
    expect(writeSort(readSort({}))).toEqual({ sort: '', order: '' });
    expect(writeSort(readSort({ sort: 'tribe', order: 'desc' }))).toEqual({ sort: 'tribe', order: 'desc' });
    expect(writeSort(readSort({ sort: 'tribe' }))).toEqual({ sort: 'tribe', order: '' });
  });

  it('ignores unknown values', () => {
    expect(readSort({ sort: 'constructor', order: 'asc' })).toEqual({ key: 'built', order: 'desc' });
    expect(readSort({ sort: 'class', order: 'sideways' })).toEqual({ key: 'class', order: 'asc' });
  });
});
