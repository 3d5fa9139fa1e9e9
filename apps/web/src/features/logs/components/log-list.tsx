import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
} from 'react';
import '@fontsource-variable/jetbrains-mono/wght.css';
import type { LogEntry, LogRow as Row } from '../log-lines.ts';
import type { TextPart } from '../log-matches.ts';
import classes from './log-list.module.css';
import { LogMarkRow, LogRow } from './log-row.tsx';

/** As close to the end as counts as being there. */
const nearEndPx = 40;

type Props = {
  rows: Row[];
  labelOf: (host: string) => string;
  mark: (text: string) => TextPart[];
  /** The entry at the time that was jumped to: it comes into view. */
  currentId: string | undefined;
  isFollowing: boolean;
  isWrapped: boolean;
  /** Stands above the first line. */
  above: ReactNode;
  onCopy: (entry: LogEntry) => unknown;
  /** Reaching the end means following, where that can be. */
  onFollow: (() => void) | undefined;
  onPause: () => void;
};

/** It stays at the newest line, or where the reader has scrolled to. */
export function LogList(props: Props) {
  const { rows, labelOf, mark, currentId, isFollowing, isWrapped, above, onCopy, onFollow, onPause } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const anchor = useRef<{ id: string; offset: number }>(undefined);
  const shown = useRef(rows);
  useLayoutEffect(() => {
    const place = scroller.current;
    if (place === null) return;
    if (isFollowing) place.scrollTop = place.scrollHeight;
    else if (shown.current !== rows && anchor.current !== undefined) restore(place, anchor.current);
    shown.current = rows;
    lastTop.current = place.scrollTop;
  });
  useLayoutEffect(() => {
    if (currentId !== undefined) rowOf(scroller.current, currentId)?.scrollIntoView({ block: 'center' });
  }, [currentId]);
  const keepEnd = useEffectEvent((place: HTMLElement) => {
    if (isFollowing) place.scrollTop = place.scrollHeight;
  });
  // A phone's keyboard takes room from below, and no scroll event tells of it.
  useEffect(() => {
    const place = scroller.current;
    if (place === null) return undefined;
    const observer = new ResizeObserver(() => keepEnd(place));
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  const handleScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const isAtEnd = scrollHeight - clientHeight - scrollTop <= nearEndPx;
    // Only going up is leaving: new lines move the end away before the list has followed.
    if (scrollTop < lastTop.current && !isAtEnd) onPause();
    else if (scrollTop > lastTop.current && isAtEnd) onFollow?.();
    if (!isAtEnd) anchor.current = firstInView(currentTarget);
    lastTop.current = scrollTop;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons inside
    <div
      ref={scroller}
      className={classes.scroller}
      data-whole={!isWrapped || undefined}
      role="log"
      aria-live="off"
      aria-label="Log lines, oldest first. Press Enter to go through them and copy one."
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
      tabIndex={0}
      onScroll={handleScroll}
      onKeyDown={walk}
    >
      {above}
      <div className={classes.rows}>
        {rows.map((row) =>
          row.kind === 'mark' ? (
            <LogMarkRow key={row.id} count={row.count} />
          ) : (
            <LogRow
              key={row.id}
              entry={row.entry}
              hostLabel={labelOf(row.entry.host)}
              isCurrent={row.id === currentId}
              mark={mark}
              onCopy={onCopy}
            />
          ),
        )}
      </div>
    </div>
  );
}

const steps: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};

/** Hundreds of buttons are no way for the Tab key: Enter leads to the last line, the arrows from one to the next. */
function walk(event: KeyboardEvent<HTMLDivElement>) {
  const { currentTarget, target, key } = event;
  const isInside = target instanceof HTMLElement && target !== currentTarget && target.closest('[data-id]') !== null;
  const step = isInside ? steps[key] : key === 'Enter' && target === currentTarget ? Infinity : undefined;
  if (isInside && key === 'Escape') currentTarget.focus();
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[data-id] button')];
  const from = isInside ? buttons.indexOf(target) : buttons.length - 1;
  buttons[Math.min(Math.max(from + step, 0), buttons.length - 1)]?.focus();
}

function rowOf(place: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return place?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
}

function firstInView(place: HTMLElement): { id: string; offset: number } | undefined {
  const { top } = place.getBoundingClientRect();
  for (const row of place.querySelectorAll<HTMLElement>('[data-id]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom > top) return { id: row.dataset['id'] ?? '', offset: box.top - top };
  }
  return undefined;
}

function restore(place: HTMLElement, { id, offset }: { id: string; offset: number }) {
  const row = rowOf(place, id);
  if (row) place.scrollTop += row.getBoundingClientRect().top - place.getBoundingClientRect().top - offset;
}
