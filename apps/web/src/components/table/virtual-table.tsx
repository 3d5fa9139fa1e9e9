import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useState, type CSSProperties, type Ref, type UIEvent } from 'react';
import { CheckMark } from '../forms/check-mark.tsx';
import { ariaSort, SortButton } from '../virtual-grid/sort-button.tsx';
import { isSortable, type TableColumn, type TableSort } from './table-column.ts';
import { VirtualTableRows, type RowSelection } from './virtual-table-rows.tsx';
import classes from './virtual-table.module.css';

const defaultMinWideWidth = 900;
/** Distance that counts as being at the end. */
const nearEndPx = 300;

export type VirtualRows = {
  /** Of a card. Without it, rows and cards are as tall as their texts. */
  cardHeight?: number;
  /** In pixels. Narrower than this, rows become cards. */
  minWideWidth?: number;
  /** Called when the reader scrolls near the end; undefined where there is nothing more to load. */
  onNearEnd?: (() => void) | undefined;
};

export type TableSelection<Row> = RowSelection<Row> & { allLabel: string; onToggleAll: () => void };

type Props<Row extends { id: string }> = {
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onSort: (key: string) => void;
  rowHeight: number;
  virtual: VirtualRows;
  selection: TableSelection<Row> | undefined;
};

/** A table of any length that scrolls on its own, with links and fields in its rows: only the rows in view exist. */
export function VirtualTable<Row extends { id: string }>(props: Props<Row>) {
  const { label, rows, columns, sort, onSort, rowHeight, virtual, selection } = props;
  // In state, not a ref: the rows must render again once the scroller exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  // The hook is typed for refs that return nothing.
  const ref = useMergedRef(setScroller, sizeRef as Ref<HTMLDivElement>);
  const { cardHeight, minWideWidth = defaultMinWideWidth, onNearEnd } = virtual;
  const isNarrow = width > 0 && width < minWideWidth;
  const handleScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLDivElement>) => {
    if (scrollHeight - clientHeight - scrollTop < nearEndPx) onNearEnd?.();
  };
  return (
    <div
      ref={ref}
      role="table"
      className={classes.table}
      style={trackStyle(columns, selection !== undefined)}
      data-narrow={isNarrow || undefined}
      data-checks={selection !== undefined || undefined}
      data-measured={cardHeight === undefined || undefined}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
      tabIndex={0}
      onScroll={handleScroll}
    >
      <VirtualTableHead columns={columns} sort={sort} onSort={onSort} selection={selection} rowCount={rows.length} />
      <VirtualTableRows
        rows={rows}
        columns={columns}
        selection={selection}
        scrollElement={scroller}
        height={isNarrow ? (cardHeight ?? rowHeight) : rowHeight}
        isMeasured={cardHeight === undefined}
      />
    </div>
  );
}

type HeadProps<Row extends { id: string }> = Pick<Props<Row>, 'columns' | 'sort' | 'onSort' | 'selection'> & {
  rowCount: number;
};

function VirtualTableHead<Row extends { id: string }>({ columns, sort, onSort, selection, rowCount }: HeadProps<Row>) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {selection === undefined ? null : (
          <div role="columnheader" className={classes.check}>
            <CheckMark
              aria-label={selection.allLabel}
              checked={selection.selected.size === rowCount}
              onChange={selection.onToggleAll}
            />
          </div>
        )}
        {columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            className={classes.heading}
            data-number={column.isNumber}
            data-card={column.onCard ?? 'line'}
            aria-sort={isSortable(column) ? ariaSort(sort, column.key) : undefined}
          >
            {isSortable(column) ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.label}
          </div>
        ))}
      </div>
    </div>
  );
}

function trackStyle<Row>(columns: readonly TableColumn<Row>[], hasChecks: boolean): CSSProperties {
  const facts = columns.filter(({ onCard }) => onCard === undefined || onCard === 'bare');
  const widths = columns.map(({ width }) => width);
  return {
    '--columns': (hasChecks ? ['36px', ...widths] : widths).join(' '),
    '--card-facts': facts.length,
  } as CSSProperties;
}
