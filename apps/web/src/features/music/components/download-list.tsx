import { Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { awaited, failedText, fileOf, kindNames, saveAwaited } from '../downloads.ts';
import { useWork, type WorkProgress } from '../follow-work.ts';
import { useDownloadsLive } from '../music.live.ts';
import { useCancelDownload } from '../music.mutations.ts';
import { downloadsQuery, isUnderWay, type Download } from '../music.queries.ts';
import classes from './download-list.module.css';
import { SaveLink } from './save-link.tsx';
import { WorkProgressBar } from './work-progress-bar.tsx';

/** Each followed download holds a connection, and browsers allow few. */
const maxFollowed = 3;

/** The user's downloads. Running ones are followed to their end, also after a reload. */
export function DownloadList() {
  useDownloadsLive();
  const { data: downloads = [], error, isFetching, refetch } = useQuery(downloadsQuery);
  const titleId = useId();
  const followed = downloads.filter((download) => isUnderWay(download) || awaited.has(download.eventId));
  const followedIds = new Set(followed.slice(-maxFollowed).map(({ eventId }) => eventId));
  if (downloads.length === 0 && error === null) return null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Your downloads
      </Title>
      {error === null ? null : <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      <ul className={classes.list}>
        {downloads.map((download) => (
          <DownloadRow key={download.eventId} download={download} isFollowed={followedIds.has(download.eventId)} />
        ))}
      </ul>
    </section>
  );
}

type Props = { download: Download; isFollowed: boolean };

/** A download that was followed stays followed, to show how it ended. */
function DownloadRow({ download, isFollowed }: Props) {
  const [wasFollowed, setWasFollowed] = useState(isFollowed);
  if (isFollowed && !wasFollowed) setWasFollowed(true);
  if (wasFollowed) return <FollowedDownload download={download} />;
  if (isUnderWay(download)) {
    return (
      <Row download={download} action={<CancelButton download={download} />}>
        <span className={classes.note}>{download.state}</span>
      </Row>
    );
  }
  if (download.state !== 'done') return null;
  return <Row download={download} action={<SaveLink download={download} href={undefined} />} />;
}

function FollowedDownload({ download }: { download: Download }) {
  const queryClient = useQueryClient();
  const [isSaved, setIsSaved] = useState(false);
  const { progress, isConnected, end } = useWork(download.eventId, ({ progress: last }) => {
    setIsSaved(saveAwaited(download.eventId, last));
    queryClient.setQueryData(downloadsQuery.queryKey, (list) => list?.map(endedAs(download.eventId, last)));
    void queryClient.invalidateQueries({ queryKey: downloadsQuery.queryKey });
  });
  if (end === undefined) {
    return (
      <Row download={download} action={<CancelButton download={download} />}>
        <WorkProgressBar label={`Download of ${titleOf(download)}`} progress={progress} isConnected={isConnected} />
      </Row>
    );
  }
  const href = fileOf(end.progress);
  if (end.failure !== undefined || href === undefined) {
    return (
      <Row download={download}>
        <span className={classes.failure} role="alert">
          <PlainText text={end.failure || failedText} />
        </span>
      </Row>
    );
  }
  return (
    <Row download={download} action={<SaveLink download={download} href={href} />}>
      <span className={classes.note} role="status">
        {kindNames[download.kind]} {isSaved ? 'downloaded.' : 'ready.'}
      </span>
    </Row>
  );
}

/** Used until the list is refetched with the title. */
function endedAs(eventId: string, progress: WorkProgress | undefined): (download: Download) => Download {
  const state = fileOf(progress) === undefined ? 'failed' : 'done';
  return (download) => (download.eventId === eventId ? { ...download, state } : download);
}

type RowProps = { download: Download; action?: ReactNode; children?: ReactNode };

function Row({ download, action, children }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.title}>
          <PlainText text={download.title ?? download.videoId} />
        </span>
        <span className={classes.note}>{kindNames[download.kind]}</span>
        {action}
      </div>
      {children}
    </li>
  );
}

function CancelButton({ download }: { download: Download }) {
  const cancel = useCancelDownload();
  return (
    <>
      {cancel.error === null ? null : (
        <span className={classes.failure} role="alert">
          {errorMessage(cancel.error)}
        </span>
      )}
      <RowButton
        disabled={cancel.isPending}
        aria-label={`Cancel the download of ${titleOf(download)}`}
        onClick={() => cancel.mutate(download.eventId)}
      >
        Cancel
      </RowButton>
    </>
  );
}

function titleOf({ title, videoId }: Download): string {
  return visibleText(title ?? videoId);
}
