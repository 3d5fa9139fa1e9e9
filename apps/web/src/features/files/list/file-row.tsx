import { CheckMark } from '../../../components/forms/check-mark.tsx';
import type { Visibility } from '@tribehall/contract';
import { Download, Link, Trash2 } from 'lucide-react';
import { filePath } from '../../../lib/browser/file-path.ts';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { PathLink } from '../../../components/buttons/path-link.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { ListedFile } from '../files.queries.ts';
import { VisibilitySelect } from '../visibility-select.tsx';
import classes from './file-table.module.css';

export type FileRowActions = {
  onSelect: (file: ListedFile, isRange: boolean) => void;
  onVisibility: (file: ListedFile, visibility: Visibility) => void;
  onDownload: (file: ListedFile) => void;
  onCopyLink: (file: ListedFile) => void;
  onDelete: (file: ListedFile) => void;
};

type Props = {
  file: ListedFile;
  index: number;
  top: number;
  isOwn: boolean;
  isSelected: boolean;
  actions: FileRowActions;
};

/** Bare elements, because there may be thousands of rows. */
export function FileRow({ file, index, top, isOwn, isSelected, actions }: Props) {
  const name = quoted(file.fileName);
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={index + 2}
      data-file={file.fileId}
      data-selected={isSelected || undefined}
      style={{ top }}
    >
      <div role="cell" className={classes.check}>
        <CheckMark
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            actions.onSelect(file, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </div>
      <div role="cell" data-column="name">
        <PathLink href={filePath(file.fileId)} path={file.fileName} />
      </div>
      <div role="cell" data-column="size">
        {formatBytes(file.size)}
      </div>
      <div role="cell" data-column="visibility">
        <VisibilitySelect
          label={`Who can open ${name}`}
          value={file.visibility}
          isOwn={isOwn}
          onChange={(visibility) => actions.onVisibility(file, visibility)}
        />
      </div>
      <div role="cell" data-column="uploader">
        {file.uploadedBy === null ? 'Deleted user' : <PlainText text={file.uploadedBy} />}
      </div>
      <div role="cell" data-column="uploaded">
        <TimeAgo at={file.uploadedAt} />
      </div>
      <div role="cell" data-column="actions">
        <IconButton icon={Download} label={`Download ${name}`} onClick={() => actions.onDownload(file)} />
        <IconButton icon={Link} label={`Copy the link to ${name}`} onClick={() => actions.onCopyLink(file)} />
        <IconButton
          icon={Trash2}
          label={`Delete ${name}`}
          data-delete
          onClick={(event) => {
            focusNeighbour(event.currentTarget.closest('[data-file]'));
            actions.onDelete(file);
          }}
        />
      </div>
    </div>
  );
}

/** The pressed button disappears with its row. */
function focusNeighbour(row: Element | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>('[data-delete]')?.focus({ preventScroll: true });
}
