import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import { songsQuery, type Video } from '../music.queries.ts';
import classes from './song-results.module.css';
import { Thumbnail } from './thumbnail.tsx';

type Props = { words: string; chosenId: string | undefined; onChoose: (video: Video) => void };

/** The results of a search. A search takes some seconds, so earlier results stay until then. */
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
      {error !== null || videos === undefined || videos.length === 0 ? null : (
        <ul className={classes.list} aria-label="Songs found" data-stale={isFetching}>
          {videos.map((video) => (
            <li key={video.videoId}>
              <button
                type="button"
                className={classes.song}
                aria-pressed={video.videoId === chosenId}
                onClick={() => onChoose(video)}
              >
                <Thumbnail src={video.thumbnail} size="small" />
                <span className={classes.title}>
                  <PlainText text={video.title} />
                </span>
                <span className={classes.length}>{video.duration === null ? '' : formatLength(video.duration)}</span>
              </button>
            </li>
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
