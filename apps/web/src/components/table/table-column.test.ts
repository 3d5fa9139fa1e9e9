import { describe, expect, it } from 'vitest';
import { nextTableSort, readTableSort, sortTableRows, type TableColumn } from './table-column.ts';

type Row = { name: string; level: number | null };
const columns: TableColumn<Row>[] = [
  { key: 'name', label: 'Name', width: '1fr', value: ({ name }) => name, render: ({ name }) => name },
  {
    key: 'level',
    label: 'Level',
    width: '80px',
    firstOrder: 'desc',
    value: ({ level }) => level,
    render: ({ level }) => level,
  },
];
const rows: Row[] = [
  { name: 'ada', level: null },
  { name: 'Bob 10', level: 9 },
  { name: 'bob 9', level: 104 },
];
const names = (key: string, order: 'asc' | 'desc') =>
  sortTableRows(rows, columns, { key, order }).map(({ name }) => name);

describe('the sort of a table', () => {
  it('ignores case and reads numbers in names', () => {
    expect(names('name', 'asc')).toEqual(['ada', 'bob 9', 'Bob 10']);
    expect(names('name', 'desc')).toEqual(['Bob 10', 'bob 9', 'ada']);
  });

  it('puts what is not known last in both orders', () => {
    expect(names('level', 'asc')).toEqual(['Bob 10', 'bob 9', 'ada']);
    expect(names('level', 'desc')).toEqual(['bob 9', 'Bob 10', 'ada']);
  });

  it('leaves the rows as they are where nothing says how to sort', () => {
    expect(sortTableRows(rows, columns, undefined)).toBe(rows);
    expect(sortTableRows(rows, columns, { key: 'gone', order: 'asc' })).toBe(rows);
  });

  it('is read from the address; nonsense gives the fallback', () => {
    const fallback = { key: 'name', order: 'asc' } as const;
    expect(readTableSort(columns, { sort: 'level' }, fallback)).toEqual({ key: 'level', order: 'desc' });
    expect(readTableSort(columns, { sort: 'level', order: 'asc' }, fallback)).toEqual({ key: 'level', order: 'asc' });
    expect(readTableSort(columns, { sort: 'toString', order: 'sideways' }, fallback)).toBe(fallback);
    expect(readTableSort(columns, {}, undefined)).toBeUndefined();
  });

  it('reverses with a second click', () => {
    const first = nextTableSort(columns, undefined, 'level');
    expect(first).toEqual({ key: 'level', order: 'desc' });
    expect(nextTableSort(columns, first, 'level')).toEqual({ key: 'level', order: 'asc' });
    expect(nextTableSort(columns, first, 'name')).toEqual({ key: 'name', order: 'asc' });
  });
});
