import { expect, it } from 'vitest';
import { nextOrder, readOrder, writeOrder } from './file-order.ts';

it('is newest first where the address says nothing, or nonsense', () => {
  const usual = { sort: 'uploaded', order: 'desc' };
  expect(readOrder({})).toEqual(usual);
  expect(readOrder({ sort: 'constructor', order: 'asc' })).toEqual(usual);
  expect(readOrder({ sort: 'size', order: 'sideways' })).toEqual({ sort: 'size', order: 'desc' });
});

it('reads what it has written', () => {
  for (const sort of ['name', 'size', 'visibility', 'uploader', 'uploaded'] as const)
    for (const order of ['asc', 'desc'] as const)
      expect(readOrder(writeOrder({ sort, order }))).toEqual({ sort, order });
  expect(writeOrder({ sort: 'uploaded', order: 'desc' })).toEqual({});
});

it('turns around what is sorted already', () => {
  expect(nextOrder({ sort: 'uploaded', order: 'desc' }, 'size')).toEqual({ sort: 'size', order: 'desc' });
  expect(nextOrder({ sort: 'size', order: 'desc' }, 'size')).toEqual({ sort: 'size', order: 'asc' });
});
