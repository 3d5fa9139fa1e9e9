import { VisuallyHidden } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { afterPaint } from '../../lib/browser/after-paint.ts';
import { formatDateTime, formatDay, formatTime, isSameDay } from '../../lib/text/format.ts';
import { PlainText } from './plain-text.tsx';
import classes from './record-list.module.css';
import { TonedIcon, type IconTone } from './toned-icon.tsx';
import { titleOnHover } from '../../lib/browser/title-on-hover.ts';

type Item = { id: string; at: string };

/** Items, newest first, under a heading for each day of the reader's clock. */
export function RecordList<Row extends Item>({
  items,
  children,
}: {
  items: readonly Row[];
  children: (item: Row) => ReactNode;
}) {
  return daysOf(items).map((day) => (
    <section key={day[0]?.id} className={classes.day} aria-label={formatDay(day[0]?.at ?? '')}>
      <h3 className={classes.date}>{formatDay(day[0]?.at ?? '')}</h3>
      <ol className={classes.rows}>{day.map(children)}</ol>
    </section>
  ));
}

type RowProps = {
  at: string;
  /** Whether the exact moment is known. */
  isCertain?: boolean;
  icon: LucideIcon;
  /** The icon in words. */
  label: string;
  tone?: IconTone;
  server: string | null;
  /** The one that the reader came for: highlighted, and scrolled to. */
  isCurrent?: boolean;
  children: ReactNode;
};

export function RecordRow({ at, isCertain = true, icon, label, tone, server, isCurrent = false, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isCurrent) return undefined;
    return afterPaint(() => {
      row.current?.scrollIntoView({ block: 'center' });
    });
  }, [isCurrent]);
  return (
    <li ref={row} className={classes.row} aria-current={isCurrent || undefined}>
      <span className={classes.time} {...titleOnHover(() => exactTime(at, isCertain))}>
        {isCertain ? '' : 'about '}
        <time dateTime={at}>{formatTime(at)}</time>
      </span>
      <span className={classes.mark} title={label}>
        <TonedIcon icon={icon} tone={tone} />
        <VisuallyHidden>{label}: </VisuallyHidden>
      </span>
      <div className={classes.body}>{children}</div>
      {server === null ? null : (
        <span className={classes.server}>
          <PlainText text={server} />
        </span>
      )}
    </li>
  );
}

function exactTime(at: string, isCertain: boolean): string {
  return isCertain ? formatDateTime(at) : `${formatDateTime(at)}, or later: we didn't see the exact moment`;
}

/** A dimmed line below the first. */
export function RecordNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

function daysOf<Row extends Item>(items: readonly Row[]): Row[][] {
  const days: Row[][] = [];
  for (const item of items) {
    const day = days.at(-1);
    if (day?.[0] !== undefined && isSameDay(day[0].at, item.at)) day.push(item);
    else days.push([item]);
  }
  return days;
}
