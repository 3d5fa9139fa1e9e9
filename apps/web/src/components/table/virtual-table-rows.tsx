import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useState, type FocusEvent, type Ref } from 'react';
import { CheckMark } from '../forms/check-mark.tsx';
import type { TableColumn } from './table-column.ts';
import classes from './virtual-table.module.css';

const overscan = 12;

export type RowSelection<Row> = {
  selected: ReadonlySet<string>;
  /** Names the check mark of a row. */
  labelOf: (row: Row) => string;
  /** A range reaches from the row that was toggled last. */
  onToggle: (id: string, isRange: boolean) => void;
};

type Props<Row extends { id: string }> = {
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  selection: RowSelection<Row> | undefined;
  scrollElement: HTMLDivElement | null;
  /** Of every row, or what to expect of a row that is measured. */
  height: number;
  isMeasured: boolean;
};

/** The rows in view. Separate from the table because the compiler must not memoize what the virtualizer returns. */
export function VirtualTableRows<Row extends { id: string }>(props: Props<Row>) {
  'use no memo';
  const { rows, columns, selection, scrollElement, height, isMeasured } = props;
  const [focusedId, setFocusedId] = useState<string>();
  const focusedIndex = focusedId === undefined ? -1 : rows.findIndex(({ id }) => id === focusedId);
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, as it should
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollElement,
    estimateSize: () => height,
    // A stable function, so the virtualizer does not measure again.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan,
    useFlushSync: false,
    // The focused row stays mounted when it scrolls out of view.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), focusedIndex),
  });
  const trackFocus = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-row]')?.dataset['row']);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only tracks the focus
    <div
      role="rowgroup"
      className={classes.rows}
      style={{ height: isMeasured ? virtualizer.getTotalSize() : rows.length * height }}
      onFocus={trackFocus}
      onBlur={() => setFocusedId(undefined)}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <VirtualTableRow
            key={row.id}
            ref={isMeasured ? virtualizer.measureElement : undefined}
            row={row}
            index={index}
            top={isMeasured ? start : index * height}
            height={isMeasured ? undefined : height}
            columns={columns}
            isSelected={selection?.selected.has(row.id) === true}
            labelOf={selection?.labelOf}
            onToggle={selection?.onToggle}
          />
        );
      })}
    </div>
  );
}

type RowProps<Row> = {
  ref: Ref<HTMLDivElement> | undefined;
  row: Row;
  index: number;
  top: number;
  height: number | undefined;
  columns: readonly TableColumn<Row>[];
  isSelected: boolean;
  labelOf: RowSelection<Row>['labelOf'] | undefined;
  onToggle: RowSelection<Row>['onToggle'] | undefined;
};

/** Plain elements, because there may be thousands of rows. */
function VirtualTableRow<Row extends { id: string }>(props: RowProps<Row>) {
  const { ref, row, index, top, height, columns, isSelected, labelOf, onToggle } = props;
  return (
    <div
      ref={ref}
      role="row"
      className={classes.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-row={row.id}
      data-selected={isSelected || undefined}
      style={{ top, height }}
    >
      {labelOf === undefined ? null : (
        <div role="cell" className={classes.check}>
          <CheckMark
            aria-label={labelOf(row)}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onToggle?.(row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </div>
      )}
      {columns.map(({ key, label, isNumber, onCard = 'line', render }) => (
        <div
          key={key}
          role="cell"
          className={classes.cell}
          data-number={isNumber}
          data-card={onCard}
          data-label={label}
        >
          {render(row)}
        </div>
      ))}
    </div>
  );
}

function withIndex(indexes: number[], index: number): number[] {
  return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b);
}
