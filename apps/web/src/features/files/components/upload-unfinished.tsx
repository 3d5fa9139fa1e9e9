import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { leftUploads } from '../upload-resume.ts';
import { useUploads } from '../upload-snapshot.ts';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { UploadUnfinishedRow } from './upload-unfinished-row.tsx';
import classes from './upload-unfinished.module.css';

type Props = { /** One is gone, and perhaps what had the focus with it. */ onGone: () => void };

/** Uploads that were interrupted and wait on the server for the rest of their file. */
export function UploadUnfinished({ onGone }: Props) {
  const { data: unfinished = [], error, isFetching, refetch } = useQuery(unfinishedUploadsQuery);
  const { rows } = useUploads();
  const titleId = useId();
  const left = unfinished.length === 0 ? unfinished : leftUploads(unfinished, rows);
  if (left.length === 0 && error === null) return null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Unfinished uploads
      </Title>
      {error === null ? null : <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {left.length === 0 ? null : (
        <>
          <Text size="sm" c="dimmed">
            These were interrupted. Choose the file again to go on where it stopped.
          </Text>
          <ul className={classes.list}>
            {left.map((upload) => (
              <UploadUnfinishedRow key={upload.uploadId} upload={upload} onGone={onGone} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
