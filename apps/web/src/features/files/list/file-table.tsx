import { copyLink } from '../../../components/buttons/copy-link.ts';
import { toastError } from '../../../components/notices/toast.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { filePath } from '../../../lib/browser/file-path.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import { useChangeVisibility, useDeleteFiles, useDownloadFile } from '../files.mutations.ts';
import type { ListedFile } from '../files.queries.ts';
import { fileColumns } from './file-columns.tsx';
import { readSort, type FileSort } from './file-sort.ts';
import type { Selection } from './use-selection.ts';

const virtual = { cardHeight: 120 };

type Props = {
  files: readonly ListedFile[];
  /** How many there are. */
  summary: string;
  sort: FileSort;
  username: string;
  selection: Selection;
  onSort: (sort: FileSort) => void;
};

/** The files come sorted. */
export function FileTable({ files, summary, sort, username, selection, onSort }: Props) {
  const { mutate: download } = useDownloadFile();
  const { mutate: change } = useChangeVisibility();
  const { mutate: remove } = useDeleteFiles();
  const columns = fileColumns(username, {
    onVisibility: (file, visibility) => change({ files: [file], visibility }),
    onDownload: (file) => download(file, { onError: toastError }),
    onCopyLink: ({ fileId }) => void copyLink(filePath(fileId)),
    onDelete: (file) => remove([file]),
  });
  return (
    <DataTable
      id="files"
      label="Files"
      summary={summary}
      rows={files.map((file) => ({ id: file.fileId, file }))}
      columns={columns}
      sorting={{ sort, onSort: ({ key, order }) => onSort(readSort({ sort: key, order })), isSorted: true }}
      virtual={virtual}
      selection={{
        selected: selection.selected,
        labelOf: ({ file }) => `Select ${quoted(file.fileName)}`,
        onToggle: selection.toggle,
        allLabel: 'Select all files shown',
        onToggleAll: selection.toggleAll,
      }}
    />
  );
}
