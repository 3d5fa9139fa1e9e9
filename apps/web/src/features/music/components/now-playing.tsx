import { Text } from '@mantine/core';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import type { CurrentSong, MusicQueue } from '../music.queries.ts';
import { playerStateLooks } from '../player-states.ts';
import classes from './now-playing.module.css';
import { PlayPosition } from './play-position.tsx';
import { Thumbnail } from './thumbnail.tsx';

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
            asked for by <PlainText text={current.requestedBy.name} />
          </Text>
        </div>
      </div>
      <PlayPosition key={`${current.id} ${current.at}`} current={current} isPlaying={state === 'playing'} />
      <div className={classes.place}>
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
