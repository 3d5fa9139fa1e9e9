import { useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useImperativeHandle, useState, type Ref } from 'react';
import { Scrolling } from './scrolling.ts';
import type { Cell } from './virtual-grid-keys.ts';
import { VirtualGridRow, type GridColumn, type GridRows } from './virtual-grid-row.tsx';
import classes from './virtual-grid.module.css';

export const usualRowHeight = 40;
const headingHeight = 32;
const overscan = 5;

export type RowScroller = { show: (index: number) => void };

type Props<Row extends { id: string }> = {
  ref: Ref<RowScroller>;
  gridId: string;
  scrollElement: HTMLDivElement | null;
  rows: GridRows<Row>;
  columns: readonly GridColumn<Row>[];
  active: Cell;
  currentId: string | undefined;
  rowHeight: number;
  /** Cards have no headings above them. */
  isCards: boolean;
  onChoose: (row: Row, index: number) => void;
};

/**
 * The rows in view and an overscan. Separate from the grid because the compiler must not memoize the virtualizer's
 * reads.
 */
export function VirtualGridRows<Row extends { id: string }>(props: Props<Row>) {
  'use no memo';
  const { ref, gridId, scrollElement, rows, columns, active, currentId, rowHeight, isCards, onChoose } = props;
  const headerHeight = isCards ? 0 : headingHeight;
  const slotCountOf = (view: { height: number } | null) =>
    Math.ceil((view?.height ?? 0) / rowHeight) + 1 + 2 * overscan;
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, as it should
  const virtualizer: Virtualizer<HTMLDivElement, Element> = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollElement,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    // With this overscan nothing blank shows, so a scroll need not wait for React.
    useFlushSync: false,
    // The grid refers to its active cell by id, so that cell is always rendered.
    rangeExtractor: (range) => withIndex(indexesFor(range, slotCountOf(virtualizer.scrollRect)), active.row),
  });
  const show = (index: number) => virtualizer.scrollToIndex(index);
  useImperativeHandle(ref, () => ({ show }));
  const showFirst = useEffectEvent(() => {
    if (active.row > 0) virtualizer.scrollToIndex(active.row, { align: 'center' });
  });
  useEffect(() => {
    if (scrollElement !== null) showFirst();
  }, [scrollElement]);
  const showCurrent = useEffectEvent(() => {
    if (scrollElement === null || rows.at(active.row)?.id !== currentId) return;
    // Not through the virtualizer: it does not know yet that a details panel has taken some of the height.
    const top = active.row * rowHeight;
    const lowest = top + rowHeight + headerHeight - scrollElement.clientHeight;
    if (scrollElement.scrollTop < lowest || scrollElement.scrollTop > top) scrollElement.scrollTop = lowest;
  });
  useEffect(() => showCurrent(), [currentId]);
  const indexes = virtualizer.getVirtualIndexes();
  const { isScrolling } = virtualizer;
  const slotCount = slotCountOf(virtualizer.scrollRect);
  const first = firstInView(indexes, active.row, slotCount);
  // Elements are used again, and while the reader scrolls they also stay where they are in the document: to create or
  // move one costs more than to change its text. At rest they are in the order of their rows.
  const [restedAt, setRestedAt] = useState(0);
  useEffect(() => {
    if (!isScrolling) setRestedAt(first);
  }, [isScrolling, first]);
  const slotOf = (index: number) => modulo(index, slotCount);
  const isPinned = (index: number) => index === active.row && (index < first || index >= first + slotCount);
  const placed = indexes.toSorted((a, b) => modulo(a - restedAt, slotCount) - modulo(b - restedAt, slotCount));
  return (
    <Scrolling value={isScrolling}>
      <div role="rowgroup" className={classes.rows} style={{ height: rows.length * rowHeight }}>
        {placed.map((index) => {
          const row = rows.at(index);
          return row === undefined ? null : (
            <VirtualGridRow
              key={isPinned(index) ? 'active' : slotOf(index)}
              id={gridId}
              row={row}
              index={index}
              top={index * rowHeight}
              height={rowHeight}
              columns={columns}
              activeColumn={index === active.row ? active.column : undefined}
              isCurrent={row.id === currentId}
              onChoose={onChoose}
            />
          );
        })}
      </div>
    </Scrolling>
  );
}

/** Always as many rows as there are slots: an element without a row would be removed, and created again for the next. */
function indexesFor({ startIndex, count }: Range, slotCount: number): number[] {
  const end = Math.min(count, Math.max(0, startIndex - overscan) + slotCount);
  const first = Math.max(0, end - slotCount);
  return Array.from({ length: end - first }, (_, offset) => first + offset);
}

/** The first of the rows in view. The active row may be before them, and is one more than there are slots then. */
function firstInView(indexes: readonly number[], active: number, slotCount: number): number {
  const [first = 0, second = first] = indexes;
  return first === active && indexes.length > slotCount ? second : first;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function withIndex(indexes: number[], index: number): number[] {
  return indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b);
}
