import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react';
import type { UploadRow as Row } from '../upload-item.ts';
import { UploadRow } from './upload-row.tsx';
import classes from './upload-rows.module.css';

const rowHeight = 56;
const overscan = 8;

/** A virtualized list. Scrolls along with the upload in progress unless the pointer or focus is in it. */
export function UploadRows({ rows }: { rows: readonly Row[] }) {
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string>();
  const focusedIndex = focusedId === undefined ? -1 : rows.findIndex(({ id }) => id === focusedId);
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, as it should
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
    useFlushSync: false,
    // The focused row stays mounted when it scrolls out of view.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), focusedIndex),
  });
  const sentIndex = rows.findIndex(({ state }) => state === 'uploading');
  const follow = useEffectEvent((index: number) => {
    if (index >= 0 && scroller.current?.matches(':hover, :focus-within') === false) virtualizer.scrollToIndex(index);
  });
  useEffect(() => follow(sentIndex), [sentIndex]);
  const trackFocus = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-upload]')?.dataset['upload']);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only tracks the focus
    <div
      ref={scroller}
      className={classes.scroller}
      role="list"
      aria-label="Uploads"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
      tabIndex={0}
      onFocus={trackFocus}
      onBlur={() => setFocusedId(undefined)}
    >
      <div role="presentation" className={classes.rows} style={{ height: rows.length * rowHeight }}>
        {virtualizer.getVirtualItems().map(({ index }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <UploadRow
              key={row.id}
              row={row}
              position={index + 1}
              count={rows.length}
              top={index * rowHeight}
              onCancelled={() => scroller.current?.focus()}
            />
          );
        })}
      </div>
    </div>
  );
}

function withIndex(indexes: number[], index: number): number[] {
  return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b);
}
