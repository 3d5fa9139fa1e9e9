import { expect, it } from 'vitest';
import { readSort, writeSort } from './file-sort.ts';

it('is newest first when the URL says nothing, or nonsense', () => {
  const newestFirst = { key: 'uploaded', order: 'desc' };
  expect(readSort({})).toEqual(newestFirst);
  expect(readSort({ sort: 'constructor', order: 'asc' })).toEqual(newestFirst);
  expect(readSort({ sort: 'size', order: 'sideways' })).toEqual({ key: 'size', order: 'desc' });
});

it('reads what it has written', () => {
  for (const key of ['name', 'size', 'visibility', 'uploader', 'uploaded'] as const)
    for (const order of ['asc', 'desc'] as const) expect(readSort(writeSort({ key, order }))).toEqual({ key, order });
  expect(writeSort({ key: 'uploaded', order: 'desc' })).toEqual({});
});
