import { useEffect, useState } from 'react';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import type { CurrentSong } from '../music.queries.ts';
import { positionAt } from '../queue.ts';
import classes from './play-position.module.css';

type Props = { current: CurrentSong; isPlaying: boolean };

/** Counts on by itself from where the portal last saw the song. */
export function PlayPosition({ current, isPlaying }: Props) {
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
        <span>{duration === null ? 'length not known' : formatLength(duration)}</span>
      </div>
    </div>
  );
}
