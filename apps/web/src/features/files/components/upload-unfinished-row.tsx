import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { formatBytes, formatDateTime } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import { resumeRefusal } from '../upload-resume.ts';
import { uploads } from '../uploads.ts';
import type { UnfinishedUpload } from '../uploads.queries.ts';
import { visibilityNames } from '../visibility-names.ts';
import { UploadDiscardDialog } from './upload-discard-dialog.tsx';
import classes from './upload-unfinished.module.css';

type Props = {
  upload: UnfinishedUpload;
  /** It went, and perhaps what had the focus with it. */
  onGone: () => void;
};

/** Browsers forget which file it was: someone has to choose it again. */
export function UploadUnfinishedRow({ upload, onGone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const leave = useEffectEvent(onGone);
  useEffect(() => () => leave(), []);
  const { fileName, received, size, visibility, expiresAt } = upload;
  const name = quoted(fileName);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file === undefined) return;
    const problem = resumeRefusal(file, upload);
    setRefusal(problem);
    if (problem === undefined) uploads.resume(file, upload);
  };
  return (
    <li className={classes.row}>
      <div className={classes.body}>
        <PlainText text={fileName} />
        <ProgressBar label={`Arrived of ${name}`} value={received} max={Math.max(1, size)} />
        <div className={classes.note}>
          {formatBytes(received)} of {formatBytes(size)} arrived · {visibilityNames[visibility]} · kept until{' '}
          <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>
        </div>
        {refusal === undefined ? null : (
          <div className={classes.failure} role="alert">
            <PlainText text={refusal} />
          </div>
        )}
      </div>
      <RowButton aria-label={`Choose the file again to go on: ${name}`} onClick={() => input.current?.click()}>
        Choose the file again to go on
      </RowButton>
      <RowButton aria-label={`Discard the upload of ${name}`} onClick={() => setIsAsking(true)}>
        Discard
      </RowButton>
      <input ref={input} type="file" hidden aria-label={`The file ${name}`} onChange={choose} />
      {isAsking ? <UploadDiscardDialog upload={upload} onClose={() => setIsAsking(false)} /> : null}
    </li>
  );
}
