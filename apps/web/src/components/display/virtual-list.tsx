import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode, type UIEvent } from 'react';
import classes from './virtual-list.module.css';

/** Distance that counts as being at the end. */
const nearEndPx = 300;

type Props<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string;
  render: (row: Row) => ReactNode;
  /** Before a row is measured. */
  estimatedHeight: number;
  /** Called when the reader scrolls near the end; undefined where there is nothing more to load. */
  onNearEnd?: (() => void) | undefined;
};

/** A list of any length with rows of any height, which scrolls on its own: only the rows in view exist. */
export function VirtualList<Row>({ label, rows, keyOf, render, estimatedHeight, onNearEnd }: Props<Row>) {
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, as it should
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => keyAt(rows, index, keyOf),
    overscan: 12,
    useFlushSync: false,
  });
  const handleScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLDivElement>) => {
    if (scrollHeight - clientHeight - scrollTop < nearEndPx) onNearEnd?.();
  };
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="list"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
      tabIndex={0}
      onScroll={handleScroll}
    >
      <div role="presentation" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {render(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function keyAt<Row>(rows: readonly Row[], index: number, keyOf: Props<Row>['keyOf']): string {
  const row = rows[index];
  return row === undefined ? String(index) : keyOf(row, index);
}
