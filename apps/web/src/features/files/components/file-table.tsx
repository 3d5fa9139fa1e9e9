import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { toastError } from '../../../components/notices/toast.tsx';
import { copyLink } from '../file-link.ts';
import type { FileOrder } from '../file-order.ts';
import { useChangeVisibility, useDeleteFiles, useSaveFile } from '../files.mutations.ts';
import type { ListedFile } from '../files.queries.ts';
import type { Selection } from '../use-selection.ts';
import { FileTableHead } from './file-table-head.tsx';
import { FileTableRows } from './file-table-rows.tsx';
import classes from './file-table.module.css';

/** Less wide than this, a row has no room for columns and becomes a card. */
const minWideWidth = 900;

type Props = {
  files: readonly ListedFile[];
  order: FileOrder;
  username: string;
  selection: Selection;
  onOrder: (order: FileOrder) => void;
};

export function FileTable({ files, order, username, selection, onOrder }: Props) {
  // In state, not in a ref: the rows are there before the element that scrolls them.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { mutate: save } = useSaveFile();
  const { mutate: change } = useChangeVisibility();
  const { mutate: remove } = useDeleteFiles();
  const isNarrow = width > 0 && width < minWideWidth;
  return (
    <div
      ref={ref}
      role="table"
      className={classes.table}
      data-narrow={isNarrow || undefined}
      aria-label="Files"
      aria-rowcount={files.length + 1}
    >
      <FileTableHead
        order={order}
        isAllSelected={selection.selected.size === files.length}
        onSelectAll={selection.toggleAll}
        onOrder={onOrder}
      />
      <div ref={setScroller} role="presentation" className={classes.scroller}>
        <FileTableRows
          files={files}
          username={username}
          selected={selection.selected}
          scrollElement={scroller}
          isNarrow={isNarrow}
          actions={{
            onSelect: ({ fileId }, isRange) => selection.toggle(fileId, isRange),
            onVisibility: (file, visibility) => change({ files: [file], visibility }),
            onSave: (file) => save(file, { onError: toastError }),
            onCopyLink: ({ fileId }) => void copyLink(fileId),
            onDelete: (file) => remove([file]),
          }}
        />
      </div>
    </div>
  );
}
