import { Check, Plus } from 'lucide-react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import type { Video } from '../music.queries.ts';
import { useSendSong } from '../use-send-song.ts';
import { SendError } from './send-error.tsx';
import classes from './song-results.module.css';
import { Thumbnail } from './thumbnail.tsx';

type Props = { video: Video; isChosen: boolean; onChoose: ((video: Video) => void) | undefined };

export function SongResult({ video, isChosen, onChoose }: Props) {
  const { send, sendSong } = useSendSong();
  const label = send.isPending ? 'Adding…' : send.isSuccess ? 'Added' : 'Add';
  const Icon = send.isSuccess ? Check : Plus;
  const words = (
    <>
      <Thumbnail src={video.thumbnail} size="small" />
      <span className={classes.words}>
        <span className={classes.title}>
          <PlainText text={video.title} />
        </span>
        <span className={classes.length}>{video.duration === null ? '' : formatLength(video.duration)}</span>
      </span>
    </>
  );
  return (
    <li className={classes.item}>
      {onChoose === undefined ? (
        <div className={classes.song}>{words}</div>
      ) : (
        <button type="button" className={classes.song} aria-pressed={isChosen} onClick={() => onChoose(video)}>
          {words}
        </button>
      )}
      <div className={classes.add}>
        <RowButton
          aria-label={`${label} ${quoted(video.title)}`}
          aria-disabled={send.isPending || undefined}
          onClick={() => {
            if (!send.isPending) sendSong(video.videoId);
          }}
        >
          <Icon size={16} aria-hidden />
          {label}
        </RowButton>
      </div>
      {send.error === null ? null : (
        <div className={classes.error}>
          <SendError error={send.error} />
        </div>
      )}
    </li>
  );
}
