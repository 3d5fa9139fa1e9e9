import type { ReactNode } from 'react';
import classes from './virtual-grid.module.css';

/** A list, or what gives its rows one by one: of a very long one nothing but the rows in view need be there. */
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
  /** Too much for a phone. */
  isWideOnly?: boolean;
  isNumber?: boolean;
  /** Its heading turns the order of the rows. */
  isSortable?: boolean;
  render: (row: Row) => ReactNode;
  /** What the cell does by itself, in place of choosing its row. */
  action?: GridAction<Row>;
};

type GridAction<Row> = {
  label: (row: Row) => string;
  /** For what is either on or off. */
  isPressed?: (row: Row) => boolean;
  /** Rows without the action just show the cell. */
  isOffered?: (row: Row) => boolean;
  isDisabled?: (row: Row) => boolean;
  run: (row: Row) => void;
};

/** What the cell of a row does by itself; undefined where it has the row chosen instead. */
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

/** Plain elements: there are thousands of these. The keys are the grid's, which has the focus. */
export function VirtualGridRow<Row>(props: Props<Row>) {
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
          id={cellId(id, index, position)}
          role="gridcell"
          className={classes.cell}
          data-active={activeColumn === position ? true : undefined}
          data-number={column.isNumber}
          data-wide-only={column.isWideOnly}
        >
          <CellContent column={column} row={row} />
        </div>
      ))}
    </div>
  );
}

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
