import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { VirtualGrid } from '../virtual-grid/virtual-grid.tsx';
import classes from './data-table.module.css';
import { FlowTable } from './flow-table.tsx';
import { isSortable, nextTableSort, sortTableRows, type TableColumn, type TableSort } from './table-column.ts';
import { TableTools } from './table-tools.tsx';
import { useTableView, type Density } from './table-view.ts';

const rowHeights: Record<Density, number> = { comfortable: 44, compact: 32 };
const cardHeights: Record<Density, number> = { comfortable: 60, compact: 52 };

type Props<Row extends { id: string }> = {
  /** Under which the reader's columns and density are remembered. */
  id: string;
  /** Accessible name. */
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  /** In the URL; without it, the table itself remembers how it is sorted. */
  sorting?: { sort: TableSort | undefined; onSort: (sort: TableSort) => void } | undefined;
  /** What is said above the rows: how many there are. */
  summary?: ReactNode;
  /** Short lists within a page have no tools. */
  hasTools?: boolean;
  /** The chosen row. */
  currentId?: string | undefined;
  /** The reader's own row. */
  markedId?: string | undefined;
  /**
   * Makes it a grid: only the rows in view exist, arrow keys move, Enter or a click chooses. Without it, it is a table
   * whose rows may have links and buttons of their own.
   */
  onChoose?: ((row: Row) => void) | undefined;
  /** For a grid that gets more rows when the reader comes near its end. */
  onNearEnd?: (() => void) | undefined;
  /** How tall a grid may be. */
  size?: 'page' | 'part' | 'small';
};

/** A list of things with the same facts: the reader sorts it, chooses columns and density, and takes it as CSV. */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { id, label, rows, columns, summary, hasTools = true, currentId, onChoose, size = 'page' } = props;
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const view = useTableView(id, columns);
  const own = useState<TableSort>();
  const { sort, onSort } = props.sorting ?? { sort: own[0], onSort: own[1] };
  const sorted = sortTableRows(rows, columns, sort);
  const sortBy = (key: string) => onSort(nextTableSort(columns, sort, key));
  return (
    <div className={classes.frame} data-dense={view.density === 'compact' || undefined}>
      {hasTools || summary !== undefined ? (
        <div className={classes.above}>
          <div className={classes.summary} role="status">
            {summary}
          </div>
          {hasTools ? (
            <TableTools name={id} view={view} columns={columns} rows={sorted} sort={sort} onSort={onSort} />
          ) : null}
        </div>
      ) : null}
      {onChoose === undefined ? (
        <FlowTable
          label={label}
          rows={sorted}
          columns={view.shown}
          sort={sort}
          onSort={sortBy}
          markedId={props.markedId}
          isInPanel={!hasTools}
        />
      ) : (
        <div className={classes.scrolled} data-size={size}>
          <VirtualGrid
            label={label}
            rows={sorted}
            columns={view.shown.map(withSortable)}
            currentId={currentId}
            rowHeight={(isPhone ? cardHeights : rowHeights)[view.density]}
            isCards={isPhone}
            sorting={{ key: sort?.key ?? '', order: sort?.order ?? 'asc', onSort: sortBy }}
            onChoose={onChoose}
            onNearEnd={props.onNearEnd}
          />
        </div>
      )}
    </div>
  );
}

function withSortable<Row>(column: TableColumn<Row>) {
  return { ...column, isSortable: isSortable(column) };
}
