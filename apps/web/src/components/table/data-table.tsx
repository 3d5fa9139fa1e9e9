import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import type { GridRows } from '../virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../virtual-grid/virtual-grid.tsx';
import classes from './data-table.module.css';
import { FlowTable } from './flow-table.tsx';
import { isSortable, nextTableSort, sortTableRows, type TableColumn, type TableSort } from './table-column.ts';
import { TableTools } from './table-tools.tsx';
import { useTableView, type Density } from './table-view.ts';
import { VirtualTable, type TableSelection, type VirtualRows } from './virtual-table.tsx';

const rowHeights: Record<Density, number> = { comfortable: 44, compact: 32 };
const cardHeights: Record<Density, number> = { comfortable: 60, compact: 52 };

type Props<Row extends { id: string }> = {
  /** Under which the reader's columns and density are remembered. */
  id: string;
  /** Accessible name. */
  label: string;
  /** A grid also takes rows that are made when they come into view; they come sorted, and are not exported here. */
  rows: GridRows<Row>;
  columns: readonly TableColumn<Row>[];
  /** In the URL; without it, the table itself remembers how it is sorted. */
  sorting?: TableSorting | undefined;
  /** What is said above the rows: how many there are. */
  summary?: ReactNode;
  /** Returns what to export where `rows` are only a page of it. */
  onExport?: (() => Promise<readonly Row[]>) | undefined;
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
  /** The keys moved to another row of a grid, without choosing it. */
  onMove?: ((row: Row) => void) | undefined;
  /** Rows of a grid are cards, as on phones: there is no space for columns. */
  isCards?: boolean;
  /** Of a grid whose columns need that many pixels: narrower, rows become cards. */
  minWideWidth?: number;
  /** Only the rows in view exist, although they have links and fields of their own. */
  virtual?: VirtualRows | undefined;
  /** Each row of a virtual table can be checked. */
  selection?: TableSelection<Row> | undefined;
  /** For a grid that gets more rows when the reader comes near its end. */
  onNearEnd?: (() => void) | undefined;
  /** How tall a grid may be; `full` is as tall as its container. */
  size?: TableSize;
};

type TableSize = 'page' | 'part' | 'small' | 'strip' | 'full';
type TableSorting = {
  sort: TableSort | undefined;
  onSort: (sort: TableSort) => void;
  /** The rows come in that order. */
  isSorted?: boolean;
};

/** A list of things with the same facts: the reader sorts it, chooses columns and density, and takes it as CSV. */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { id, rows, columns, summary, onExport, hasTools = true, size = 'page' } = props;
  const view = useTableView(id, columns);
  const own = useState<TableSort>();
  const { sort, onSort, isSorted = false } = props.sorting ?? { sort: own[0], onSort: own[1] };
  const listed = isListed(rows) ? rows : undefined;
  const sorted = listed === undefined || isSorted ? listed : sortTableRows(listed, columns, sort);
  return (
    <div className={classes.frame} data-dense={view.density === 'compact' || undefined} data-size={size}>
      {hasTools || summary !== undefined ? (
        <div className={classes.above}>
          <div className={classes.summary} role="status">
            {summary}
          </div>
          {hasTools ? (
            <TableTools
              name={id}
              view={view}
              columns={columns}
              rows={sorted}
              onExport={onExport}
              sort={sort}
              onSort={onSort}
            />
          ) : null}
        </div>
      ) : null}
      <TableBody
        {...props}
        rows={sorted ?? rows}
        columns={view.shown}
        density={view.density}
        sort={sort}
        onSort={(key) => onSort(nextTableSort(columns, sort, key))}
      />
    </div>
  );
}

type BodyProps<Row extends { id: string }> = Props<Row> & {
  density: Density;
  sort: TableSort | undefined;
  onSort: (key: string) => void;
};

function TableBody<Row extends { id: string }>(props: BodyProps<Row>) {
  const { label, rows, columns, density, sort, onSort, markedId, virtual, selection, hasTools = true } = props;
  const { currentId, onChoose, onMove, onNearEnd, minWideWidth = 0, size = 'page' } = props;
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { ref, width } = useElementSize<HTMLDivElement>();
  const isCards = isPhone || props.isCards === true || (width > 0 && width < minWideWidth);
  const shared = { label, columns, sort, onSort };
  if (onChoose !== undefined) {
    return (
      <div ref={ref} className={classes.scrolled} data-size={size}>
        <VirtualGrid
          label={label}
          rows={rows}
          columns={columns.map(withSortable)}
          currentId={currentId}
          rowHeight={(isCards ? cardHeights : rowHeights)[density]}
          isCards={isCards}
          sorting={{ key: sort?.key ?? '', order: sort?.order ?? 'asc', onSort }}
          onChoose={onChoose}
          onMove={onMove}
          onNearEnd={onNearEnd}
        />
      </div>
    );
  }
  const listed = isListed(rows) ? rows : [];
  if (virtual === undefined) return <FlowTable {...shared} rows={listed} markedId={markedId} isInPanel={!hasTools} />;
  return (
    <VirtualTable {...shared} rows={listed} rowHeight={rowHeights[density]} virtual={virtual} selection={selection} />
  );
}

function isListed<Row extends { id: string }>(rows: GridRows<Row>): rows is readonly Row[] {
  return Array.isArray(rows);
}

function withSortable<Row>(column: TableColumn<Row>) {
  return { ...column, isSortable: isSortable(column) };
}
