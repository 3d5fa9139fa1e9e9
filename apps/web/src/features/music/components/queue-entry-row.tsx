import { ArrowDown, ArrowUp, ArrowUpToLine, X } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import { quoted, visibleText } from '../../../lib/text/visible-text.ts';
import type { QueueEntry } from '../music.queries.ts';
import classes from './queue-entries.module.css';
import { Thumbnail } from './thumbnail.tsx';

type Props = {
  entry: QueueEntry;
  /** Zero-based. */
  index: number;
  lastIndex: number;
  onMove: (to: number) => void;
  onRemove: (row: Element | null) => void;
};

export function QueueEntryRow({ entry, index, lastIndex, onMove, onRemove }: Props) {
  const name = quoted(entry.title);
  const isFirst = index === 0;
  return (
    <li className={classes.row}>
      <Thumbnail src={entry.thumbnail} size="small" />
      <div className={classes.words}>
        <span className={classes.title} title={visibleText(entry.title)}>
          <PlainText text={entry.title} />
        </span>
        <span className={classes.facts}>
          {entry.duration === null ? 'unknown length' : formatLength(entry.duration)} · requested by{' '}
          <PlainText text={entry.requestedBy.name} />
          {entry.state === 'downloading' ? ` · downloading${percentText(entry.percent)}` : null}
        </span>
        {entry.state === 'failed' ? (
          <span className={classes.failure}>
            Can't be played: <PlainText text={entry.error ?? 'unknown reason'} />
          </span>
        ) : null}
      </div>
      <div className={classes.buttons}>
        <IconButton
          icon={ArrowUpToLine}
          label={`Move ${name} to the top`}
          isDisabled={isFirst}
          onClick={() => onMove(0)}
        />
        <IconButton icon={ArrowUp} label={`Move ${name} up`} isDisabled={isFirst} onClick={() => onMove(index - 1)} />
        <IconButton
          icon={ArrowDown}
          label={`Move ${name} down`}
          isDisabled={index === lastIndex}
          onClick={() => onMove(index + 1)}
        />
        <IconButton
          icon={X}
          label={`Remove ${name}`}
          data-remove
          onClick={(event) => onRemove(event.currentTarget.closest('li'))}
        />
      </div>
    </li>
  );
}

function percentText(percent: number | null): string {
  return percent === null ? '' : ` ${Math.floor(percent)} %`;
}
