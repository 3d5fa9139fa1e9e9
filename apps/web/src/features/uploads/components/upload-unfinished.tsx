import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState, type ChangeEvent } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { visibilityNames } from '../../../lib/text/visibility-names.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import { unlistedUploads, resumeRefusal } from '../upload-item.ts';
import { unfinishedUploadsQuery, type UnfinishedUpload } from '../uploads.queries.ts';
import { uploads, useUploads } from '../uploads.ts';
import { UploadDiscardDialog } from './upload-discard-dialog.tsx';
import classes from './upload-unfinished.module.css';

type Props = { /** A row disappeared, perhaps with the focus. */ onGone: () => void };

/** Interrupted uploads that the server still has a part of. */
export function UploadUnfinished({ onGone }: Props) {
  const { data: unfinished = [], error, isFetching, refetch } = useQuery(unfinishedUploadsQuery);
  const { rows } = useUploads();
  const titleId = useId();
  const shown = unfinished.length === 0 ? unfinished : unlistedUploads(unfinished, rows);
  if (shown.length === 0 && error === null) return null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Unfinished uploads
      </Title>
      {error === null ? null : <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {shown.length === 0 ? null : (
        <>
          <Text size="sm" c="dimmed">
            These uploads were interrupted. Choose the file again to resume where it stopped.
          </Text>
          <ul className={classes.list}>
            {shown.map((upload) => (
              <UnfinishedRow key={upload.uploadId} upload={upload} onGone={onGone} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type RowProps = {
  upload: UnfinishedUpload;
  /** The row disappeared, perhaps with the focus. */
  onGone: () => void;
};

/** Browsers cannot reopen the file: the user has to choose it again. */
function UnfinishedRow({ upload, onGone }: RowProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);
  const handleGone = useEffectEvent(onGone);
  useEffect(() => () => handleGone(), []);
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
        <ProgressBar label={`Uploaded part of ${name}`} value={received} max={Math.max(1, size)} />
        <div className={classes.note}>
          {formatBytes(received)} of {formatBytes(size)} uploaded · {visibilityNames[visibility]} · expires{' '}
          <TimeAgo at={expiresAt} />
        </div>
        {refusal === undefined ? null : (
          <div className={classes.failure} role="alert">
            <PlainText text={refusal} />
          </div>
        )}
      </div>
      <RowButton aria-label={`Choose file to resume ${name}`} onClick={() => input.current?.click()}>
        Choose file to resume
      </RowButton>
      <RowButton aria-label={`Discard the upload of ${name}`} onClick={() => setIsConfirming(true)}>
        Discard
      </RowButton>
      <input ref={input} type="file" hidden aria-label={`File ${name}`} onChange={choose} />
      {isConfirming ? <UploadDiscardDialog upload={upload} onClose={() => setIsConfirming(false)} /> : null}
    </li>
  );
}
