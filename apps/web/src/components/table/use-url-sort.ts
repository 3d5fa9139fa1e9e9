import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTableSort, type TableColumn, type TableSort } from './table-column.ts';

type Sorting<Fallback> = { sort: TableSort | Fallback; onSort: (sort: TableSort) => void };

/** How a page's main table is sorted, as its address says. The route has to know `sort` and `order`. */
export function useUrlSort<Fallback extends TableSort | undefined>(
  columns: readonly Pick<TableColumn<never>, 'key' | 'firstOrder'>[],
  fallback: Fallback,
): Sorting<Fallback> {
  const search: { sort?: string; order?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    sort: readTableSort(columns, search, fallback),
    onSort: ({ key, order }) =>
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, sort: key, order }),
        replace: true,
        resetScroll: false,
      }),
  };
}
