import type { CSSProperties } from 'react';
import { ariaSort, SortButton } from '../virtual-grid/sort-button.tsx';
import { isSortable, type TableColumn, type TableSort } from './table-column.ts';
import classes from './flow-table.module.css';

type Props<Row extends { id: string }> = {
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onSort: (key: string) => void;
  /** The reader's own row. */
  markedId?: string | undefined;
  /** Within a panel the headings scroll away with the rows. */
  isInPanel: boolean;
};

/** A table in the flow of the page: rows of any height, which become cards where there is no space for columns. */
export function FlowTable<Row extends { id: string }>({
  label,
  rows,
  columns,
  sort,
  onSort,
  markedId,
  isInPanel,
}: Props<Row>) {
  return (
    <div className={classes.container}>
      <table
        className={classes.table}
        style={{ '--columns': columns.length } as CSSProperties}
        data-in-panel={isInPanel || undefined}
        aria-rowcount={rows.length + 1}
      >
        <caption className={classes.hidden}>{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-number={column.isNumber}
                data-card={column.onCard ?? 'line'}
                aria-sort={isSortable(column) ? ariaSort(sort, column.key) : undefined}
              >
                {isSortable(column) ? (
                  <SortButton column={column} sort={sort} onSort={onSort} />
                ) : column.onCard === 'end' ? (
                  <span className={classes.hidden}>{column.label}</span>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <FlowRow key={row.id} row={row} columns={columns} isMarked={row.id === markedId} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps<Row> = { row: Row; columns: readonly TableColumn<Row>[]; isMarked: boolean };

/** Separate, so that an unchanged row is not rendered again. */
function FlowRow<Row>({ row, columns, isMarked }: RowProps<Row>) {
  return (
    <tr data-marked={isMarked || undefined}>
      {columns.map((column) => {
        const { key, label, isNumber, onCard = 'line', render } = column;
        const cell = { 'data-number': isNumber, 'data-card': onCard, 'data-label': label };
        return onCard === 'title' ? (
          <th key={key} scope="row" {...cell}>
            {render(row)}
          </th>
        ) : (
          <td key={key} {...cell}>
            {render(row)}
          </td>
        );
      })}
    </tr>
  );
}
