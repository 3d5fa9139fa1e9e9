import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { quoted, visibleText } from '../../../lib/text/visible-text.ts';
import type { UploadRow } from '../upload-item.ts';
import { visibilityNames } from '../visibility-names.ts';
import classes from './upload-note.module.css';

/** Where an upload stands: in words, and with a bar while bytes go out. */
export function UploadNote({ row }: { row: UploadRow }) {
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
    <div className={classes.going}>
      <div className={classes.bar}>
        <ProgressBar label={`Upload of ${quoted(name)}`} value={sent} max={Math.max(1, size)} />
      </div>
      <div className={classes.words}>
        {state === 'uploading' ? amount : <PlainText text={`${problem} Trying again…`} />}
      </div>
    </div>
  );
}
