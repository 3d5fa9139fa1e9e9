import { PlainText } from '../../../components/display/plain-text.tsx';
import type { UploadRow as Row } from '../upload-item.ts';
import { FileNameLink } from './file-name-link.tsx';
import { UploadButton } from './upload-button.tsx';
import { UploadNote } from './upload-note.tsx';
import classes from './upload-row.module.css';

type Props = {
  row: Row;
  place: number;
  count: number;
  top: number;
  /** Its button is gone. */
  onCancelled: () => void;
};

/** Plain elements: there may be thousands of these. */
export function UploadRow({ row, place, count, top, onCancelled }: Props) {
  const { id, name, state, uploadId } = row;
  return (
    <div
      role="listitem"
      className={classes.row}
      aria-posinset={place}
      aria-setsize={count}
      data-upload={id}
      style={{ top }}
    >
      <div className={classes.body}>
        <div className={classes.name}>
          {state === 'done' && uploadId !== undefined ? (
            <FileNameLink file={{ fileId: uploadId, fileName: name }} />
          ) : (
            <PlainText text={name} />
          )}
        </div>
        <UploadNote row={row} />
      </div>
      <UploadButton row={row} onCancelled={onCancelled} />
    </div>
  );
}
