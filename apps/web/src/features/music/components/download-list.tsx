import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { awaited } from '../downloads.ts';
import { useDownloadsLive } from '../music.live.ts';
import { downloadsQuery, isUnderWay } from '../music.queries.ts';
import classes from './download-list.module.css';
import { DownloadRow } from './download-row.tsx';

/** Each one that is followed holds a connection, of which a browser has few. */
const maxFollowed = 3;

/** The user's downloads: those under way are followed to their end, also after a reload. */
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
