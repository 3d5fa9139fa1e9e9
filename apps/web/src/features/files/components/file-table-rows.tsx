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

/** The rows in view and some around them. Nothing else lives here: the compiler must not touch the virtualizer's reads. */
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
    // As long as this is the same, nothing is measured anew.
    getItemKey: useCallback((index: number) => files[index]?.fileId ?? index, [files]),
    overscan,
    useFlushSync: false,
    // Where the keyboard is stays, also out of view.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), focusedIndex),
  });
  const keepFocused = ({ target }: FocusEvent) =>
    setFocusedId(target.closest<HTMLElement>('[data-file]')?.dataset['file']);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only watches where the keyboard is
    <div
      role="rowgroup"
      className={classes.rows}
      style={{ height: files.length * rowHeight }}
      onFocus={keepFocused}
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
