import { Copy } from 'lucide-react';
import { memo } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { dateFormat } from '../../../lib/text/date-format.ts';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import { levelNames } from '../log-levels.ts';
import type { LogEntry } from '../log-lines.ts';
import type { TextPart } from '../log-matches.ts';
import classes from './log-row.module.css';

type Props = {
  entry: LogEntry;
  hostLabel: string;
  /** The entry at the time jumped to. */
  isCurrent: boolean;
  mark: (text: string) => TextPart[];
  onCopy: (entry: LogEntry) => unknown;
};

/** Bare elements, because hundreds come and go every second. */
export const LogRow = memo(function LogRow({ entry, hostLabel, isCurrent, mark, onCopy }: Props) {
  return (
    <div className={classes.row} data-id={entry.id} data-current={isCurrent || undefined}>
      <time className={classes.time} dateTime={entry.at} title={formatFullTime(entry.at)}>
        {formatLogTime(entry.at)}
      </time>
      <span className={classes.level} data-level={entry.level}>
        {levelNames[entry.level]}
      </span>
      <span className={classes.source} title={entry.host}>
        <PlainText text={hostLabel} />
      </span>
      <span className={classes.source} title={entry.key}>
        <PlainText text={entry.key} />
      </span>
      <bdi className={classes.text}>{mark(visibleLines(entry.text)).map(markedPart)}</bdi>
      <button
        type="button"
        tabIndex={-1}
        className={classes.copy}
        aria-label="Copy line"
        title="Copy line"
        onClick={() => onCopy(entry)}
      >
        <Copy size={14} aria-hidden />
      </button>
    </div>
  );
});

function markedPart({ text, isMatch }: TextPart, index: number) {
  return isMatch ? <mark key={index}>{text}</mark> : text;
}

export function LogMarkRow({ count }: { count: number | null }) {
  const text =
    count === null ? 'many lines skipped' : count === 1 ? '1 line skipped' : `${count.toLocaleString()} lines skipped`;
  return <p className={classes.mark}>{text}</p>;
}

const time = dateFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const day = dateFormat({ day: '2-digit', month: 'short' });
const full = dateFormat({ dateStyle: 'full', timeStyle: 'long' });

/** In local time with milliseconds; with the date unless it is `today`. */
function formatLogTime(iso: string, today = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const clock = `${time(at)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
  return at.toDateString() === today.toDateString() ? clock : `${day(at)} ${clock}`;
}

function formatFullTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : `${full(at)} (${iso})`;
}
