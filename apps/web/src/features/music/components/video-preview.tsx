import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import { isForeignWebAddress } from '../../../lib/browser/safe-redirect.ts';
import { videoQuery, type Video } from '../music.queries.ts';
import { Thumbnail } from './thumbnail.tsx';
import classes from './video-preview.module.css';

type Props = {
  videoId: string;
  /** What the search already returned about it. */
  known: Video | undefined;
};

/** A preview of the video. Nothing is requested from its site before the user plays it. */
export function VideoPreview({ videoId, known }: Props) {
  const { data, error, isFetching, refetch } = useQuery(videoQuery(videoId));
  const [isWatched, setIsWatched] = useState(false);
  const video = data ?? known;
  const embedUrl = data !== undefined && isForeignWebAddress(data.embedUrl) ? data.embedUrl : undefined;
  return (
    <section className={classes.preview} aria-label="Video preview" aria-busy={isFetching}>
      {error === null ? null : <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {video === undefined && error === null ? <Skeleton className={classes.screen ?? ''} /> : null}
      {video === undefined ? null : (
        <>
          <div className={classes.screen}>
            {isWatched && embedUrl !== undefined ? (
              <Player embedUrl={embedUrl} title={video.title} />
            ) : (
              <>
                <Thumbnail src={video.thumbnail} size="large" />
                {embedUrl === undefined ? null : (
                  <button
                    type="button"
                    className={classes.play}
                    aria-label={`Play ${quoted(video.title)}`}
                    onClick={() => setIsWatched(true)}
                  >
                    <Play size={28} aria-hidden />
                  </button>
                )}
              </>
            )}
          </div>
          <Text fw={600}>
            <PlainText text={video.title} />
          </Text>
          <Text size="sm" c="dimmed">
            {video.channel === null ? null : (
              <>
                <PlainText text={video.channel} /> ·{' '}
              </>
            )}
            {video.duration === null ? 'unknown length' : formatLength(video.duration)}
          </Text>
        </>
      )}
    </section>
  );
}

function Player({ embedUrl, title }: { embedUrl: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // The focused button has been replaced.
  useEffect(() => frame.current?.focus(), []);
  return (
    <iframe
      ref={frame}
      src={embedUrl}
      title={`Video ${quoted(title)}`}
      className={classes.player}
      // eslint-disable-next-line react/iframe-missing-sandbox -- a player needs its own storage; it is never of this site
      sandbox="allow-scripts allow-same-origin allow-presentation"
      referrerPolicy="strict-origin-when-cross-origin"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
    />
  );
}
