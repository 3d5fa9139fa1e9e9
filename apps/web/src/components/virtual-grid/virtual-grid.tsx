import { useId, useRef, useState, type CSSProperties, type KeyboardEvent, type Ref } from 'react';
import { useMergedRef } from '@mantine/hooks';
import { ariaSort, SortButton } from './sort-button.tsx';
import { moveCell, type Cell } from './virtual-grid-keys.ts';
import { usePlacedColumns } from './use-placed-columns.ts';
import { actionOf, cellId, type GridColumn, type GridRows } from './virtual-grid-row.tsx';
import { usualRowHeight, VirtualGridRows, type RowScroller } from './virtual-grid-rows.tsx';
import classes from './virtual-grid.module.css';

type Props<Row extends { id: string }> = {
  /** Accessible name of the grid. */
  label: string;
  rows: GridRows<Row>;
  columns: readonly GridColumn<Row>[];
  /** The chosen row. */
  currentId?: string | undefined;
  onChoose: (row: Row) => void;
  /** The keys moved to another row, without choosing it. */
  onMove?: ((row: Row) => void) | undefined;
  rowHeight?: number;
  /** Rows are cards of two lines, without headings above them. */
  isCards?: boolean;
  /** How the rows are sorted, and what a click on a heading does. */
  sorting?: GridSorting | undefined;
  /** Called when the reader scrolls near the end; undefined where there is nothing more to load. */
  onNearEnd?: (() => void) | undefined;
  ref?: Ref<HTMLDivElement>;
};

/** Distance that counts as being at the end. */
const nearEndPx = 600;

/**
 * A list of any length with rows of equal height. Arrows, Home, End and the page keys move; Enter and Space choose. It is as
 * tall as its rows or its container, whichever is less: give the container a height.
 */
export function VirtualGrid<Row extends { id: string }>(props: Props<Row>) {
  const {
    label,
    rows,
    columns,
    currentId,
    onChoose,
    onMove,
    rowHeight = usualRowHeight,
    isCards = false,
    sorting,
    onNearEnd,
    ref,
  } = props;
  const gridId = useId();
  // In state, not in a ref: the rows render before the element that scrolls them exists.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const scroller = useRef<RowScroller>(null);
  const [header, setHeader] = useState<HTMLDivElement | null>(null);
  const places = usePlacedColumns(header);
  const grid = useMergedRef(setElement, ref ?? null);
  const [active, setActive] = useActiveCell(rows, currentId);
  const activate = () => {
    const row = rows.at(active.row);
    const column = columns[active.column];
    if (row === undefined || column === undefined) return;
    const action = actionOf(column, row);
    if (action === undefined) onChoose(row);
    else if (action.isDisabled?.(row) !== true) action.run(row);
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    // Headings handle their own keys.
    if (event.target !== event.currentTarget) return;
    const pageRows = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
    const extent = { rowCount: rows.length, columnCount: columns.length, pageRows };
    const moved = moveCell(active, event.key, extent);
    if (moved === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (moved === undefined) return activate();
    setActive(moved);
    scroller.current?.show(moved.row);
    const row = moved.row === active.row ? undefined : rows.at(moved.row);
    if (row !== undefined) onMove?.(row);
  };
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={classes.grid}
      style={{ ...trackStyle(columns), ...places }}
      data-cards={isCards || undefined}
      data-placed={Object.keys(places).length > 0 || undefined}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rows.length === 0 ? undefined : cellId(gridId, active.row, active.column)}
      onKeyDown={handleKey}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollHeight - clientHeight - scrollTop < nearEndPx) onNearEnd?.();
      }}
    >
      {isCards ? null : (
        // Other columns are other headings, whose places are then taken.
        <VirtualGridHeader key={columnsKey(columns)} ref={setHeader} columns={columns} sorting={sorting} />
      )}
      <VirtualGridRows
        ref={scroller}
        gridId={gridId}
        scrollElement={element}
        rows={rows}
        columns={columns}
        active={active}
        currentId={currentId}
        rowHeight={rowHeight}
        isCards={isCards}
        onChoose={(row, index) => {
          // Further keys start from there.
          setActive({ row: index, column: active.column });
          onChoose(row);
        }}
      />
    </div>
  );
}

/** Tracked by row id: when other rows come and go, Enter still means the same row. */
function useActiveCell(rows: GridRows<{ id: string }>, currentId: string | undefined) {
  const [held, setHeld] = useState({ id: currentId, row: 0, column: 0 });
  const row = rowIndexOf(rows, held);
  const setActive = (cell: Cell) => setHeld({ id: rows.at(cell.row)?.id, ...cell });
  return [{ row, column: held.column }, setActive] as const;
}

function rowIndexOf(rows: GridRows<{ id: string }>, held: { id: string | undefined; row: number }): number {
  if (held.id !== undefined && rows.at(held.row)?.id !== held.id) {
    const found = rows.findIndex(({ id }) => id === held.id);
    if (found >= 0) return found;
  }
  return Math.max(0, Math.min(held.row, rows.length - 1));
}

function trackStyle<Row>(columns: readonly GridColumn<Row>[]): CSSProperties {
  const countOf = (...places: GridColumn<Row>['onCard'][]) =>
    columns.filter(({ onCard }) => places.includes(onCard)).length;
  return {
    '--columns': tracks(columns),
    '--phone-columns': tracks(columns.filter(isForPhones)),
    '--card-facts': countOf(undefined, 'bare'),
    // Tracks, not a number: `repeat(0, …)` would make the whole template invalid.
    '--card-actions': '48px '.repeat(countOf('end')),
  } as CSSProperties;
}

function columnsKey<Row>(columns: readonly GridColumn<Row>[]): string {
  return columns.map(({ key, width }) => `${key} ${width}`).join(', ');
}

function isForPhones<Row>(column: GridColumn<Row>): boolean {
  return column.isWideOnly !== true;
}

function tracks<Row>(columns: readonly GridColumn<Row>[]): string {
  return columns.map(({ width }) => width).join(' ');
}

type GridSorting = { key: string; order: 'asc' | 'desc'; onSort: (key: string) => void };

type VirtualGridHeaderProps<Row> = {
  ref: Ref<HTMLDivElement>;
  columns: readonly GridColumn<Row>[];
  sorting: GridSorting | undefined;
};

function VirtualGridHeader<Row>({ ref, columns, sorting }: VirtualGridHeaderProps<Row>) {
  return (
    <div role="rowgroup" className={classes.header}>
      <div ref={ref} role="row" aria-rowindex={1} className={classes.headerRow}>
        {columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            className={classes.cell}
            aria-sort={column.isSortable === true ? ariaSort(sorting, column.key) : undefined}
            data-number={column.isNumber}
            data-wide-only={column.isWideOnly}
          >
            {column.isSortable === true && sorting !== undefined ? (
              <SortButton column={column} sort={sorting} onSort={sorting.onSort} />
            ) : (
              column.label
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
