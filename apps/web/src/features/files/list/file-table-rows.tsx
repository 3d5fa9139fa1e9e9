import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useState, type FocusEvent } from 'react';
import type { ListedFile } from '../files.queries.ts';
import { FileRow, type FileRowActions } from './file-row.tsx';
import classes from './file-table.module.css';

const rowHeights = { wide: 40, narrow: 120 } as const;
const overscan = 12;

type Props = {
  files: readonly ListedFile[];
  username: string;
  selected: ReadonlySet<string>;
  scrollElement: HTMLDivElement | null;
  isNarrow: boolean;
  actions: FileRowActions;
};

/** The virtualized rows. A component of its own, because the compiler must not memoize what the virtualizer returns. */
export function FileTableRows({ files, username, selected, scrollElement, isNarrow, actions }: Props) {
  'use no memo';
  const [focusedId, setFocusedId] = useState<string>();
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide;
  const focusedIndex = focusedId === undefined ? -1 : files.findIndex(({ fileId }) => fileId === focusedId);
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, as it should
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => scrollElement,
    estimateSize: () => rowHeight,
    // A stable function, so the virtualizer does not measure again.
    getItemKey: useCallback((index: number) => files[index]?.fileId ?? index, [files]),
    overscan,
    useFlushSync: false,
    // The focused row stays mounted when it scrolls out of view.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), focusedIndex),
  });
  const trackFocus = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-file]')?.dataset['file']);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only tracks the focus
    <div
      role="rowgroup"
      className={classes.rows}
      style={{ height: files.length * rowHeight }}
      onFocus={trackFocus}
      onBlur={() => setFocusedId(undefined)}
    >
      {virtualizer.getVirtualItems().map(({ index }) => {
        const file = files[index];
        return file === undefined ? null : (
          <FileRow
            key={file.fileId}
            file={file}
            index={index}
            top={index * rowHeight}
            isOwn={file.uploadedBy === username}
            isSelected={selected.has(file.fileId)}
            actions={actions}
          />
        );
      })}
    </div>
  );
}

function withIndex(indexes: number[], index: number): number[] {
  return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b);
}
