import { ArrowDown, ArrowUp } from 'lucide-react';
import type { GridColumn } from './virtual-grid-row.tsx';
import classes from './virtual-grid.module.css';

export type GridSorting = { key: string; order: 'asc' | 'desc'; onSort: (key: string) => void };

type Props<Row> = { columns: readonly GridColumn<Row>[]; sorting: GridSorting | undefined };

export function VirtualGridHeader<Row>({ columns, sorting }: Props<Row>) {
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        {columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            className={classes.cell}
            aria-sort={column.isSortable === true ? sortOf(sorting, column.key) : undefined}
            data-number={column.isNumber}
            data-wide-only={column.isWideOnly}
          >
            {column.isSortable === true && sorting !== undefined ? (
              <button type="button" className={classes.sort} onClick={() => sorting.onSort(column.key)}>
                {column.label}
                <SortArrow sorting={sorting} column={column.key} />
              </button>
            ) : (
              column.label
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function SortArrow({ sorting, column }: { sorting: GridSorting; column: string }) {
  if (sorting.key !== column) return null;
  const Arrow = sorting.order === 'asc' ? ArrowUp : ArrowDown;
  return <Arrow size={12} aria-hidden />;
}

function sortOf(sorting: GridSorting | undefined, column: string): 'ascending' | 'descending' | 'none' {
  if (sorting?.key !== column) return 'none';
  return sorting.order === 'asc' ? 'ascending' : 'descending';
}
