import type { Visibility } from '@tribehall/contract';
import { Download, Link, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { PathLink } from '../../../components/buttons/path-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { filePath } from '../../../lib/browser/file-path.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import { visibilityNames } from '../../../lib/text/visibility-names.ts';
import type { ListedFile } from '../files.queries.ts';
import { VisibilitySelect } from '../visibility-select.tsx';
import classes from './file-columns.module.css';
import { sortColumns } from './file-sort.ts';

export type FileTableRow = { id: string; file: ListedFile };

export type FileActions = {
  onVisibility: (file: ListedFile, visibility: Visibility) => void;
  onDownload: (file: ListedFile) => void;
  onCopyLink: (file: ListedFile) => void;
  onDelete: (file: ListedFile) => void;
};

/** The viewer's own files can be made private. */
export function fileColumns(username: string, actions: FileActions): TableColumn<FileTableRow>[] {
  return [
    {
      key: 'name',
      ...sortColumns.name,
      width: 'minmax(0, 1fr)',
      onCard: 'title',
      value: ({ file }) => file.fileName,
      render: ({ file }) => <PathLink href={filePath(file.fileId)} path={file.fileName} />,
    },
    {
      key: 'size',
      ...sortColumns.size,
      width: '92px',
      onCard: 'bare',
      isNumber: true,
      isOptional: true,
      value: ({ file }) => file.size,
      render: ({ file }) => formatBytes(file.size),
    },
    {
      key: 'visibility',
      ...sortColumns.visibility,
      width: '168px',
      onCard: 'field',
      value: ({ file }) => visibilityNames[file.visibility],
      render: ({ file }) => (
        <VisibilitySelect
          label={`Who can open ${quoted(file.fileName)}`}
          value={file.visibility}
          isOwn={file.uploadedBy === username}
          onChange={(visibility) => actions.onVisibility(file, visibility)}
        />
      ),
    },
    {
      key: 'uploader',
      ...sortColumns.uploader,
      width: '128px',
      onCard: 'bare',
      isOptional: true,
      value: ({ file }) => file.uploadedBy,
      render: ({ file: { uploadedBy } }) => (
        <span className={classes.dimmed}>{uploadedBy === null ? 'Deleted user' : <PlainText text={uploadedBy} />}</span>
      ),
    },
    {
      key: 'uploaded',
      ...sortColumns.uploaded,
      width: '180px',
      onCard: 'bare',
      isOptional: true,
      value: ({ file }) => file.uploadedAt,
      render: ({ file }) => (
        <span className={classes.dimmed}>
          <TimeAgo at={file.uploadedAt} />
        </span>
      ),
    },
    {
      key: 'actions',
      label: 'Actions',
      width: '124px',
      onCard: 'end',
      render: ({ file }) => <FileRowActions file={file} actions={actions} />,
    },
  ];
}

function FileRowActions({ file, actions }: { file: ListedFile; actions: FileActions }) {
  const name = quoted(file.fileName);
  return (
    <>
      <IconButton icon={Download} label={`Download ${name}`} onClick={() => actions.onDownload(file)} />
      <IconButton icon={Link} label={`Copy the link to ${name}`} onClick={() => actions.onCopyLink(file)} />
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        data-delete
        onClick={(event) => {
          focusNeighbour(event.currentTarget.closest('[data-row]'));
          actions.onDelete(file);
        }}
      />
    </>
  );
}

/** The pressed button disappears with its row. */
function focusNeighbour(row: Element | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>('[data-delete]')?.focus({ preventScroll: true });
}
