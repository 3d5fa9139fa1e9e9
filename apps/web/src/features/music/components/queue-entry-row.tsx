import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical, X } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { formatLength } from '../../../lib/text/format.ts';
import { quoted, visibleText } from '../../../lib/text/visible-text.ts';
import type { QueueEntry } from '../music.queries.ts';
import type { useDragOrder } from '../use-drag-order.ts';
import classes from './queue-entries.module.css';
import { Thumbnail } from './thumbnail.tsx';

type Props = {
  entry: QueueEntry;
  /** Of the handle it is dragged by. */
  handle: ReturnType<ReturnType<typeof useDragOrder>['handleOf']>;
  /** Away from its place while a song is dragged, in pixels. */
  offset: number;
  isDragged: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 'top' | 'up' | 'down') => void;
  onRemove: (row: Element | null) => void;
};

export function QueueEntryRow(props: Props) {
  const { entry, handle, offset, isDragged, isFirst, isLast, onMove, onRemove } = props;
  const name = quoted(entry.title);
  const style = offset === 0 ? undefined : { transform: `translateY(${offset}px)` };
  return (
    <li className={classes.row} data-dragged={isDragged || undefined} style={style}>
      {/* The buttons do the same for the keyboard and for screen readers. */}
      <span className={classes.handle} title="Drag to reorder" aria-hidden {...handle}>
        <GripVertical size={16} />
      </span>
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
          onClick={() => onMove('top')}
        />
        <IconButton icon={ArrowUp} label={`Move ${name} up`} isDisabled={isFirst} onClick={() => onMove('up')} />
        <IconButton icon={ArrowDown} label={`Move ${name} down`} isDisabled={isLast} onClick={() => onMove('down')} />
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
