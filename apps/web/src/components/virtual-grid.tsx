import { useId, useRef, useState, type CSSProperties, type KeyboardEvent, type Ref } from 'react';
import { useMergedRef } from '@mantine/hooks';
import { moveCell, type Cell } from './virtual-grid-keys.ts';
import { cellId, type GridColumn } from './virtual-grid-row.tsx';
import { usualRowHeight, VirtualGridRows, type RowScroller } from './virtual-grid-rows.tsx';
import classes from './virtual-grid.module.css';

type Props<Row extends { id: string }> = {
  /** What the list is of; the grid's name. */
  label: string;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  /** The row that is chosen already. */
  currentId?: string | undefined;
  onChoose: (row: Row) => void;
  rowHeight?: number;
  ref?: Ref<HTMLDivElement>;
};

/**
 * A list of any length with rows of one height. Arrows, Home, End and the page keys move, Enter and Space choose. It is as high
 * as its rows or as its place allows, whichever is less: give that place a height.
 */
export function VirtualGrid<Row extends { id: string }>(props: Props<Row>) {
  const { label, rows, columns, currentId, onChoose, rowHeight = usualRowHeight, ref } = props;
  const gridId = useId();
  // In state, not in a ref: the rows are there before the element that scrolls them.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const scroller = useRef<RowScroller>(null);
  const grid = useMergedRef(setElement, ref ?? null);
  const [active, setActive] = useActiveCell(rows, currentId);
  const activate = () => {
    const row = rows[active.row];
    const action = columns[active.column]?.action;
    if (row !== undefined) (action?.run ?? onChoose)(row);
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const pageRows = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
    const extent = { rowCount: rows.length, columnCount: columns.length, pageRows };
    const moved = moveCell(active, event.key, extent);
    if (moved === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (moved === undefined) return activate();
    setActive(moved);
    scroller.current?.show(moved.row);
  };
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={classes.grid}
      style={{ '--columns': tracks(columns), '--phone-columns': tracks(columns.filter(isForPhones)) } as CSSProperties}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rows.length === 0 ? undefined : cellId(gridId, active.row, active.column)}
      onKeyDown={handleKey}
    >
      <GridHeader columns={columns} />
      <VirtualGridRows
        ref={scroller}
        gridId={gridId}
        scrollElement={element}
        rows={rows}
        columns={columns}
        active={active}
        currentId={currentId}
        rowHeight={rowHeight}
        onChoose={onChoose}
      />
    </div>
  );
}

function GridHeader<Row>({ columns }: { columns: readonly GridColumn<Row>[] }) {
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        {columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            className={classes.cell}
            data-number={column.isNumber}
            data-wide-only={column.isWideOnly}
          >
            {column.label}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Held by the row's id: when others come and go, Enter still means the same row. */
function useActiveCell(rows: readonly { id: string }[], currentId: string | undefined) {
  const [held, setHeld] = useState({ id: currentId, row: 0, column: 0 });
  const found = rows[held.row]?.id === held.id ? held.row : rows.findIndex(({ id }) => id === held.id);
  const row = found >= 0 ? found : Math.max(0, Math.min(held.row, rows.length - 1));
  const setActive = (cell: Cell) => setHeld({ id: rows[cell.row]?.id, ...cell });
  return [{ row, column: held.column }, setActive] as const;
}

function isForPhones<Row>(column: GridColumn<Row>): boolean {
  return column.isWideOnly !== true;
}

function tracks<Row>(columns: readonly GridColumn<Row>[]): string {
  return columns.map(({ width }) => width).join(' ');
}
