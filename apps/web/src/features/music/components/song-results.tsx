import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { songsQuery, type Video } from '../music.queries.ts';
import { SongResult } from './song-result.tsx';
import classes from './song-results.module.css';

/** Of the whole list: what is below it does not move when the songs arrive. */
const listHeight = 320;

type Props = {
  words: string;
  chosenId?: string | undefined;
  /** Where a song can also be looked at. */
  onChoose?: (video: Video) => void;
};

/** The results of a search, each with a button that adds it to the queue. A search takes some seconds, so earlier results stay until then. */
export function SongResults({ words, chosenId, onChoose }: Props) {
  const { data: videos, error, isFetching, refetch } = useQuery(songsQuery(words));
  if (words === '') return null;
  return (
    <div className={classes.results} aria-busy={isFetching}>
      {isFetching ? <ProgressBar label="Searching" value={null} /> : null}
      <Text size="sm" c="dimmed" role="status">
        {isFetching ? 'Searching…' : countText(videos)}
      </Text>
      {error === null ? null : <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {videos === undefined && isFetching ? <Skeleton height={listHeight} radius={8} /> : null}
      {error !== null || videos === undefined || videos.length === 0 ? null : (
        <ul className={classes.list} aria-label="Songs found" data-stale={isFetching}>
          {videos.map((video) => (
            <SongResult key={video.videoId} video={video} isChosen={video.videoId === chosenId} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </div>
  );
}

function countText(videos: Video[] | undefined): string {
  if (videos === undefined) return '';
  if (videos.length === 0) return 'No songs found.';
  return videos.length === 1 ? '1 song found' : `${videos.length} songs found`;
}
