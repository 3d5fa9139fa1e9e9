import { describe, expect, it } from 'vitest';
import { buildPoints } from '../../../testing/structures.ts';
import { filterStructures } from './filter-structures.ts';
import type { StructureParams } from '../structure-params.ts';
import { filtersOf } from '../structure-set.ts';

const now = 1_800_000_000;
const day = 86_400;
const points = buildPoints({
  savedAt: now,
  classes: ['Floor_Stone_C', 'StorageBox_Large_C'],
  tribes: [
    { id: 11, name: 'Tek Alliance', lastActiveAt: now - day },
    { id: 22, name: 'Gone Fishing', lastActiveAt: now - 40 * day },
    { id: 33, name: 'Nobody', lastActiveAt: 0 },
  ],
  owners: [
    { arkId: '501', name: 'Mira' },
    { arkId: '502', name: 'Stone Cold' },
  ],
  rows: [
    { tribe: 0, owner: 0, class: 0, builtAt: now - 2 * day },
    { tribe: 0, owner: 1, class: 1, builtAt: now - 50 * day },
    { tribe: 1, owner: 0, class: 0, builtAt: now - 90 * day },
    { tribe: 2, owner: 1, class: 1, firstSeenAt: now - 35 * day },
    { tribe: 2, owner: 1, class: 1, firstSeenAt: now - 3 * day },
  ],
});
const filter = (params: StructureParams) => filterStructures(points, filtersOf(params), now);
const rowsOf = (params: StructureParams) => [...filter(params).rows];

describe('filterStructures', () => {
  it.each<[string, StructureParams, number[]]>([
    ['nothing', {}, [0, 1, 2, 3, 4]],
    ['tribes', { tribes: '22,33' }, [2, 3, 4]],
    ['a tribe that is not there', { tribes: '99' }, []],
    ['an owner', { owners: '501' }, [0, 2]],
    ['a class', { classes: 'StorageBox_Large_C' }, [1, 3, 4]],
    ['all of them together', { tribes: '11,33', owners: '502', classes: 'StorageBox_Large_C' }, [1, 3, 4]],
    ['a tribe and another’s class', { tribes: '22', classes: 'StorageBox_Large_C' }, []],
    ['a minimum age, counted from the first sighting if unknown', { minAge: '30' }, [1, 2, 3]],
    ['a maximum age', { maxAge: '3' }, [0, 4]],
    ['an age between', { minAge: '3', maxAge: '60' }, [1, 3, 4]],
    ['abandoned, with never seen tribes judged by their structures', { leftBehind: '30' }, [2, 3]],
    ['abandoned long ago', { leftBehind: '60' }, []],
    ['a search for a title', { search: ' storage BOX ' }, [1, 3, 4]],
    ['a search for a class', { search: 'box_l' }, [1, 3, 4]],
    ['a search that names a class and an owner', { search: 'stone' }, [0, 1, 2, 3, 4]],
    ['a search for a tribe', { search: 'fish' }, [2]],
    ['a search without matches', { search: 'wyvern' }, []],
    [
      'invalid values, which filter nothing',
      { minAge: 'x', maxAge: '-1', leftBehind: '', tribes: ',' },
      [0, 1, 2, 3, 4],
    ],
  ])('by %s', (_, params, rows) => expect(rowsOf(params)).toEqual(rows));

  it('counts per menu what matches the other filters', () => {
    const { facets } = filter({ tribes: '11', classes: 'StorageBox_Large_C' });
    expect([...facets.tribes]).toEqual([1, 0, 2]);
    expect([...facets.classes]).toEqual([1, 1]);
    expect([...facets.owners]).toEqual([0, 1]);
  });

  it('treats rows beyond truncated lists as ownerless', () => {
    const torn = { ...points, tribes: [], owners: [], classes: [] };
    expect(filterStructures(torn, filtersOf({}), now).rows).toHaveLength(5);
    expect(filterStructures(torn, filtersOf({ leftBehind: '1', search: 'a', tribes: '11' }), now).rows).toHaveLength(0);
  });
});
