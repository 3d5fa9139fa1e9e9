import { Link, RotateCw, X } from 'lucide-react';
import { filePath } from '../../../lib/browser/file-path.ts';
import { copyLink } from '../../../components/buttons/copy-link.ts';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { PathLink } from '../../../components/buttons/path-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { visibilityNames } from '../../../lib/text/visibility-names.ts';
import { quoted, visibleText } from '../../../lib/text/visible-text.ts';
import { isUnderWay, type UploadRow as Row } from '../upload-item.ts';
import { uploads } from '../uploads.ts';
import classes from './upload-row.module.css';

type Props = {
  row: Row;
  position: number;
  count: number;
  top: number;
  /** The pressed button disappeared, and the focus with it. */
  onCancelled: () => void;
};

/** Bare elements, because there may be thousands of rows. */
export function UploadRow({ row, position, count, top, onCancelled }: Props) {
  const { id, name, state, uploadId } = row;
  return (
    <div
      role="listitem"
      className={classes.row}
      aria-posinset={position}
      aria-setsize={count}
      data-upload={id}
      style={{ top }}
    >
      <div className={classes.body}>
        <div className={classes.name}>
          {state === 'done' && uploadId !== undefined ? (
            <PathLink href={filePath(uploadId)} path={name} />
          ) : (
            <PlainText text={name} />
          )}
        </div>
        <UploadStatus row={row} />
      </div>
      <UploadButton row={row} onCancelled={onCancelled} />
    </div>
  );
}

function UploadStatus({ row }: { row: Row }) {
  const { name, size, sent, state, visibility, uploadId, problem = '' } = row;
  if (state === 'failed') {
    return (
      <div className={classes.failure} title={visibleText(problem)}>
        Failed: <PlainText text={problem} />
      </div>
    );
  }
  if (state === 'done') {
    return (
      <div className={classes.note}>
        ID <span className={classes.id}>{uploadId}</span> · Uploaded · {formatBytes(size)} ·{' '}
        {visibilityNames[visibility]}
      </div>
    );
  }
  if (state === 'waiting') return <div className={classes.note}>Waiting · {formatBytes(size)}</div>;
  if (state === 'cancelled') return <div className={classes.note}>Cancelled</div>;
  const amount = `${formatBytes(sent)} of ${formatBytes(size)}`;
  return (
    <div className={classes.active}>
      <div className={classes.bar}>
        <ProgressBar label={`Upload of ${quoted(name)}`} value={sent} max={Math.max(1, size)} />
      </div>
      <div className={classes.amount}>
        {state === 'uploading' ? amount : <PlainText text={`${problem} Trying again…`} />}
      </div>
    </div>
  );
}

type ButtonProps = { row: Row; onCancelled: () => void };

/** The one action that applies now. It stays the same element when the action changes, so it keeps the focus. */
function UploadButton({ row, onCancelled }: ButtonProps) {
  const action = actionOf(row, onCancelled);
  return action === undefined ? null : <IconButton {...action} />;
}

function actionOf(row: Row, onCancelled: () => void) {
  const { id, name, state, uploadId, mayRetry } = row;
  if (isUnderWay(row)) {
    const onClick = () => {
      uploads.cancel(id);
      onCancelled();
    };
    return { icon: X, label: `Cancel the upload of ${quoted(name)}`, onClick };
  }
  if (state === 'failed' && mayRetry) {
    return { icon: RotateCw, label: `Retry the upload of ${quoted(name)}`, onClick: () => uploads.retry(id) };
  }
  if (state === 'done' && uploadId !== undefined) {
    return { icon: Link, label: `Copy the link to ${quoted(name)}`, onClick: () => void copyLink(filePath(uploadId)) };
  }
  return undefined;
}
