import type { Visibility } from '@tribehall/contract';
import { Download, Link, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatBytes, formatDateTime } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { ListedFile } from '../files.queries.ts';
import { FileNameLink } from './file-name-link.tsx';
import classes from './file-table.module.css';
import { VisibilitySelect } from './visibility-select.tsx';

export type FileRowActions = {
  onSelect: (file: ListedFile, isRange: boolean) => void;
  onVisibility: (file: ListedFile, visibility: Visibility) => void;
  onSave: (file: ListedFile) => void;
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

/** Plain elements: there are thousands of these. */
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
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            actions.onSelect(file, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </div>
      <div role="cell" data-column="name">
        <FileNameLink file={file} />
      </div>
      <div role="cell" data-column="size">
        {formatBytes(file.size)}
      </div>
      <div role="cell" data-column="visibility">
        <VisibilitySelect
          label={`Who may open ${name}`}
          value={file.visibility}
          isOwn={isOwn}
          onChange={(visibility) => actions.onVisibility(file, visibility)}
        />
      </div>
      <div role="cell" data-column="uploader">
        {file.uploadedBy === null ? 'someone who left' : <PlainText text={file.uploadedBy} />}
      </div>
      <div role="cell" data-column="uploaded">
        <time dateTime={file.uploadedAt}>{formatDateTime(file.uploadedAt)}</time>
      </div>
      <div role="cell" data-column="actions">
        <IconButton icon={Download} label={`Download ${name}`} onClick={() => actions.onSave(file)} />
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

/** The button that was pressed goes with its row. */
function focusNeighbour(row: Element | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>('[data-delete]')?.focus({ preventScroll: true });
}
