import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import type { CurrentSong, MusicQueue } from '../music.queries.ts';
import { positionAt } from '../queue.ts';
import classes from './now-playing.module.css';
import { Thumbnail } from './thumbnail.tsx';

export const playerStateLooks = {
  idle: { word: 'nothing is playing', tone: 'quiet' },
  connecting: { word: 'connecting', tone: 'busy' },
  playing: { word: 'playing', tone: 'good' },
  paused: { word: 'paused', tone: 'warning' },
  unavailable: { word: 'not available', tone: 'danger' },
} as const satisfies Record<MusicQueue['state'], Look>;

type Props = { current: CurrentSong; queue: Pick<MusicQueue, 'state' | 'channel'> };

export function NowPlaying({ current, queue: { state, channel } }: Props) {
  return (
    <section className={classes.playing} aria-label="Now playing">
      <div className={classes.song}>
        <Thumbnail src={current.thumbnail} size="small" />
        <div className={classes.words}>
          <Text fw={600} className={classes.title ?? ''}>
            <PlainText text={current.title} />
          </Text>
          <Text size="sm" c="dimmed">
            requested by <PlainText text={current.requestedBy.name} />
          </Text>
        </div>
      </div>
      <PlayPosition key={`${current.id} ${current.at}`} current={current} isPlaying={state === 'playing'} />
      <div className={classes.progress}>
        <StatusDot {...playerStateLooks[state]} />
        {channel === null ? null : (
          <Text size="sm" c="dimmed">
            in <PlainText text={channel.name} />
          </Text>
        )}
      </div>
    </section>
  );
}

type PlayPositionProps = { current: CurrentSong; isPlaying: boolean };

/** Advances by itself from the last position the portal reported. */
function PlayPosition({ current, isPlaying }: PlayPositionProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const seconds = positionAt(current, isPlaying, now) / 1000;
  const { duration } = current;
  return (
    <div className={classes.position}>
      {duration === null ? null : <ProgressBar label="Position in the song" value={seconds} max={duration} />}
      <div className={classes.times}>
        <span>{formatLength(seconds)}</span>
        <span>{duration === null ? 'unknown length' : formatLength(duration)}</span>
      </div>
    </div>
  );
}

type Look = Parameters<typeof StatusDot>[0];
