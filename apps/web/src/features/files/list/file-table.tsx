import { useElementSize } from '@mantine/hooks';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { filePath } from '../../../lib/browser/file-path.ts';
import { CheckMark } from '../../../components/forms/check-mark.tsx';
import { copyLink } from '../../../components/buttons/copy-link.ts';
import { toastError } from '../../../components/notices/toast.tsx';
import { useChangeVisibility, useDeleteFiles, useDownloadFile } from '../files.mutations.ts';
import type { ListedFile } from '../files.queries.ts';
import { nextSort, sortColumns, type FileSort, type SortKey } from './file-sort.ts';
import { FileTableRows } from './file-table-rows.tsx';
import classes from './file-table.module.css';
import type { Selection } from './use-selection.ts';

/** Narrower than this, rows become cards. */
const minWideWidth = 900;

type Props = {
  files: readonly ListedFile[];
  sort: FileSort;
  username: string;
  selection: Selection;
  onSort: (sort: FileSort) => void;
};

export function FileTable({ files, sort, username, selection, onSort }: Props) {
  // In state, not a ref: the rows must render again once the scroller exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const { mutate: download } = useDownloadFile();
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
        sort={sort}
        isAllSelected={selection.selected.size === files.length}
        onSelectAll={selection.toggleAll}
        onSort={onSort}
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
            onDownload: (file) => download(file, { onError: toastError }),
            onCopyLink: ({ fileId }) => void copyLink(filePath(fileId)),
            onDelete: (file) => remove([file]),
          }}
        />
      </div>
    </div>
  );
}

type HeadProps = {
  sort: FileSort;
  isAllSelected: boolean;
  onSelectAll: () => void;
  onSort: (sort: FileSort) => void;
};

function FileTableHead({ sort, isAllSelected, onSelectAll, onSort }: HeadProps) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        <div role="columnheader" className={classes.check}>
          <CheckMark aria-label="Select all files shown" checked={isAllSelected} onChange={onSelectAll} />
        </div>
        {(Object.keys(sortColumns) as SortKey[]).map((key) => (
          <div key={key} role="columnheader" data-column={key} aria-sort={ariaSort(sort, key)}>
            <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, key))}>
              {sortColumns[key].label}
              <SortArrow sort={sort} column={key} />
            </button>
          </div>
        ))}
        <div role="columnheader" className={classes.actionsHead}>
          Actions
        </div>
      </div>
    </div>
  );
}

function SortArrow({ sort, column }: { sort: FileSort; column: SortKey }) {
  if (sort.key !== column) return null;
  const Arrow = sort.order === 'asc' ? ArrowUp : ArrowDown;
  return <Arrow size={12} aria-hidden />;
}

function ariaSort(sort: FileSort, column: SortKey): 'ascending' | 'descending' | 'none' {
  if (sort.key !== column) return 'none';
  return sort.order === 'asc' ? 'ascending' : 'descending';
}
