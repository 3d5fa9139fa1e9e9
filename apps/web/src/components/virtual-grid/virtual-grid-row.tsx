import { memo, type ReactNode } from 'react';
import { placeOf } from './use-placed-columns.ts';
import classes from './virtual-grid.module.css';

/** An array, or an object that provides rows on demand: of a very long list, only the rows in view need to exist. */
export type GridRows<Row> = {
  readonly length: number;
  at(index: number): Row | undefined;
  findIndex(isWanted: (row: { id: string }) => boolean): number;
};

export type GridColumn<Row> = {
  key: string;
  label: string;
  /** A track of a CSS grid: `96px`, `minmax(0, 2fr)`. */
  width: string;
  /** Hidden on phones. */
  isWideOnly?: boolean;
  /**
   * Where it is when rows are cards: what names the row on the first line, an action at the end of both lines, the rest
   * on the second line, with a label unless it says itself what it is. A field has a line of its own, which grids do not
   * have.
   */
  onCard?: 'title' | 'end' | 'bare' | 'field' | 'hidden' | undefined;
  isNumber?: boolean;
  /** What it shows always fits. Cells that are cut at their edge cost most of the painting while the reader scrolls. */
  isFitting?: boolean;
  /** A click on its heading sorts the rows. */
  isSortable?: boolean;
  render: (row: Row) => ReactNode;
  /** What a click on the cell does instead of choosing the row. */
  action?: GridAction<Row>;
};

type GridAction<Row> = {
  label: (row: Row) => string;
  /** For toggles. */
  isPressed?: (row: Row) => boolean;
  /** Rows without the action only show the cell. */
  isOffered?: (row: Row) => boolean;
  isDisabled?: (row: Row) => boolean;
  run: (row: Row) => void;
};

/** The action of a cell; undefined where a click chooses the row. */
export function actionOf<Row>({ action }: GridColumn<Row>, row: Row): GridAction<Row> | undefined {
  return action?.isOffered?.(row) === false ? undefined : action;
}

type Props<Row> = {
  id: string;
  row: Row;
  index: number;
  top: number;
  height: number;
  columns: readonly GridColumn<Row>[];
  activeColumn: number | undefined;
  isCurrent: boolean;
  onChoose: (row: Row, index: number) => void;
};

export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`;
}

/** Plain elements: there are thousands of these. The grid has the focus and handles the keys. */
function PlainRow<Row>(props: Props<Row>) {
  const { id, row, index, top, height, columns, activeColumn, isCurrent, onChoose } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      className={classes.row}
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      data-active={activeColumn === undefined ? undefined : true}
      style={{ top, height }}
      onClick={() => onChoose(row, index)}
    >
      {columns.map((column, position) => (
        <div
          key={column.key}
          id={activeColumn === position ? cellId(id, index, position) : undefined}
          role="gridcell"
          className={classes.cell}
          data-active={activeColumn === position ? true : undefined}
          data-number={column.isNumber}
          data-fitting={column.isFitting ?? column.isNumber}
          data-wide-only={column.isWideOnly}
          data-card={column.onCard ?? 'line'}
          data-label={column.label}
          style={placeOf(position)}
        >
          <CellContent column={column} row={row} />
        </div>
      ))}
    </div>
  );
}

/** Scrolling only renders the rows that come into view. */
export const VirtualGridRow = memo(PlainRow) as typeof PlainRow;

function CellContent<Row>({ column, row }: { column: GridColumn<Row>; row: Row }) {
  const action = actionOf(column, row);
  if (action === undefined) return column.render(row);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.action}
      aria-label={action.label(row)}
      aria-pressed={action.isPressed?.(row)}
      disabled={action.isDisabled?.(row) === true}
      onClick={(event) => {
        event.stopPropagation();
        action.run(row);
      }}
    >
      {column.render(row)}
    </button>
  );
}
