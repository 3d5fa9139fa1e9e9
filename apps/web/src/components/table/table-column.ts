import type { CsvValue } from '@tribehall/common/csv';
import type { GridColumn } from '../virtual-grid/virtual-grid-row.tsx';
import { compareNames } from '../../lib/text/text-order.ts';

/** A column, declared once: how it looks, how it sorts, and what it is in a CSV file. */
export type TableColumn<Row> = Omit<GridColumn<Row>, 'isSortable' | 'isWideOnly'> & {
  /** What the rows sort by, and the cell in a CSV file. Null where it is not known. Without it, the column does neither. */
  value?: ((row: Row) => string | number | null) | undefined;
  /** In a CSV file, where that is not what the rows sort by. */
  csv?: ((row: Row) => CsvValue) | undefined;
  /** The order that a first click on the heading gives. */
  firstOrder?: SortOrder | undefined;
  /** The rows come in an order of their own, or are only some of many. */
  isUnsortable?: boolean | undefined;
  /** The reader can hide it. Not for what names the row, and not for its actions. */
  isOptional?: boolean | undefined;
};

export type SortOrder = 'asc' | 'desc';
export type TableSort<Key extends string = string> = { key: Key; order: SortOrder };

export function isSortable<Row>({ value, isUnsortable }: TableColumn<Row>): boolean {
  return value !== undefined && isUnsortable !== true;
}

export type SortColumn<Key extends string = string> = { key: Key } & Pick<TableColumn<never>, 'firstOrder'>;

/** From the URL; missing or invalid parameters give the fallback. */
export function readTableSort<Key extends string, Fallback extends TableSort<Key> | undefined>(
  columns: readonly SortColumn<Key>[],
  { sort, order }: { sort?: string | undefined; order?: string | undefined },
  fallback: Fallback,
): TableSort<Key> | Fallback {
  const column = columns.find(({ key }) => key === sort);
  if (column === undefined) return fallback;
  return { key: column.key, order: order === 'asc' || order === 'desc' ? order : (column.firstOrder ?? 'asc') };
}

/** Choosing the current column again reverses it. */
export function nextTableSort(columns: readonly SortColumn[], current: TableSort | undefined, key: string): TableSort {
  if (current?.key === key) return { key, order: current.order === 'asc' ? 'desc' : 'asc' };
  return { key, order: columns.find((column) => column.key === key)?.firstOrder ?? 'asc' };
}

/** What is not known comes last in both orders; equal rows stay in the order they came in. */
export function sortTableRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: TableSort | undefined,
): readonly Row[] {
  const value = columns.find(({ key }) => key === sort?.key)?.value;
  if (sort === undefined || value === undefined) return rows;
  const sign = sort.order === 'asc' ? 1 : -1;
  // Read once per row: a comparison is made many times.
  const keyed = rows.map((row) => ({ row, of: value(row) }));
  const sorted = keyed.toSorted(({ of: a }, { of: b }) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * compare(a, b);
  });
  return sorted.map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareNames(String(a), String(b));
}
