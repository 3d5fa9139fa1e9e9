import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTableSort, type SortColumn, type TableSort } from './table-column.ts';

type Sorting<Sort> = { sort: Sort; onSort: (sort: TableSort) => void };

/**
 * How a page's main table is sorted, as its address says. The route has to know `sort` and `order`. Of a list in pages,
 * another order begins with the first page.
 */
export function useUrlSort<Key extends string, Fallback extends TableSort<Key> | undefined>(
  columns: readonly SortColumn<Key>[],
  fallback: Fallback,
): Sorting<TableSort<Key> | Fallback> {
  const search: { sort?: string; order?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    sort: readTableSort(columns, search, fallback),
    onSort: ({ key, order }) =>
      void navigate({
        to: '.',
        search: ({ page: _, ...previous }) => ({ ...previous, sort: key, order }),
        replace: true,
        resetScroll: false,
      }),
  };
}
