import { memo, type PointerEvent } from 'react';
import { dateFormat } from '../../../lib/text/date-format.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { visibleLines, visibleText } from '../../../lib/text/visible-text.ts';
import { levelNames } from '../log-levels.ts';
import type { LogEntry } from '../log-lines.ts';
import type { TextPart } from '../log-matches.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './log-row.module.css';

type Props = {
  entry: LogEntry;
  hostLabel: string;
  /** The entry at the time jumped to. */
  isCurrent: boolean;
  /** The keys have moved to it. */
  isActive: boolean;
  mark: (text: string) => TextPart[];
};

/**
 * Bare elements, because hundreds come and go every second. Only the active row can have the focus: for a Tab, the browser
 * lays out everything around each such element of the page. Screen readers find and press the button of every row.
 */
export const LogRow = memo(function LogRow({ entry, hostLabel, isCurrent, isActive, mark }: Props) {
  const isDated = !isToday(entry.at);
  return (
    <div
      className={classes.row}
      data-id={entry.id}
      data-current={isCurrent || undefined}
      data-dated={isDated || undefined}
    >
      <time className={classes.time} dateTime={entry.at}>
        {formatLogTime(entry.at, isDated)}
      </time>
      <span className={classes.level} data-level={entry.level}>
        {levelNames[entry.level]}
      </span>
      <span className={classes.source} dir="auto" title={entry.host}>
        {visibleText(hostLabel)}
      </span>
      <span className={classes.source} dir="auto" title={entry.key}>
        {visibleText(entry.key)}
      </span>
      <bdi className={classes.text}>{mark(visibleLines(entry.text)).map(markedPart)}</bdi>
      {isActive ? (
        <button type="button" tabIndex={-1} className={classes.copy} aria-label="Copy line" data-copy />
      ) : (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- see above
        <span role="button" className={classes.copy} aria-label="Copy line" title="Copy line" data-copy />
      )}
    </div>
  );
});

function markedPart({ text, isMatch }: TextPart, index: number) {
  return isMatch ? <mark key={index}>{text}</mark> : text;
}

export function LogMarkRow({ count }: { count: number | null }) {
  const text =
    count === null ? 'many lines skipped' : count === 1 ? '1 line skipped' : `${formatCount(count)} lines skipped`;
  return <p className={classes.mark}>{text}</p>;
}

const day = dateFormat({ day: '2-digit', month: 'short' });

/** In local time with milliseconds. */
function formatLogTime(iso: string, isDated: boolean): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0'));
  const clock = `${parts.join(':')}.${String(at.getMilliseconds()).padStart(3, '0')}`;
  return isDated ? `${day(at)} ${clock}` : clock;
}

function isToday(iso: string): boolean {
  return new Date(iso).toDateString() === new Date().toDateString();
}

/** The exact time takes long to format, so it is when the pointer comes. */
export function nameTime({ target }: PointerEvent<HTMLElement>): void {
  if (target instanceof HTMLTimeElement) target.title = formatDateTime(target.dateTime);
}
