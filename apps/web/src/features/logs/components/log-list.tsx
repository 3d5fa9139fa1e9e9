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

/** Closer to the end counts as being there. */
const nearEndPx = 40;

type Props = {
  rows: Row[];
  labelOf: (host: string) => string;
  mark: (text: string) => TextPart[];
  /** The entry at the time jumped to; it is scrolled into view. */
  currentId: string | undefined;
  isFollowing: boolean;
  isWrapped: boolean;
  /** Rendered above the first line. */
  above: ReactNode;
  onCopy: (entry: LogEntry) => unknown;
  /** Called on reaching the end; undefined if following is impossible. */
  onFollow: (() => void) | undefined;
  onPause: () => void;
};

/** Stays at the newest line, or where the user has scrolled to. */
export function LogList(props: Props) {
  const { rows, labelOf, mark, currentId, isFollowing, isWrapped, above, onCopy, onFollow, onPause } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const anchor = useRef<{ id: string; offset: number }>(undefined);
  const shown = useRef(rows);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    if (isFollowing) element.scrollTop = element.scrollHeight;
    else if (shown.current !== rows && anchor.current !== undefined) restore(element, anchor.current);
    shown.current = rows;
    lastTop.current = element.scrollTop;
  });
  useLayoutEffect(() => {
    if (currentId !== undefined) rowOf(scroller.current, currentId)?.scrollIntoView({ block: 'center' });
  }, [currentId]);
  const keepEnd = useEffectEvent((element: HTMLElement) => {
    if (isFollowing) element.scrollTop = element.scrollHeight;
  });
  // A phone's keyboard shrinks the list without a scroll event, and lines get their height when they come into view.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => keepEnd(element));
    observer.observe(element);
    if (element.lastElementChild !== null) observer.observe(element.lastElementChild);
    return () => observer.disconnect();
  }, []);
  const handleScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const isAtEnd = scrollHeight - clientHeight - scrollTop <= nearEndPx;
    // Only scrolling up pauses: new lines move the end before the list has followed.
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
      aria-label="Log lines, oldest first. Press Enter to navigate them and copy one."
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
      tabIndex={0}
      onScroll={handleScroll}
      onKeyDown={navigate}
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

/** Roving focus instead of hundreds of tab stops: Enter moves to the last line, arrows between lines. */
function navigate(event: KeyboardEvent<HTMLDivElement>) {
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

function rowOf(scroller: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
}

function firstInView(scroller: HTMLElement): { id: string; offset: number } | undefined {
  const { top } = scroller.getBoundingClientRect();
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-id]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom > top) return { id: row.dataset['id'] ?? '', offset: box.top - top };
  }
  return undefined;
}

function restore(scroller: HTMLElement, { id, offset }: { id: string; offset: number }) {
  const row = rowOf(scroller, id);
  if (row) scroller.scrollTop += row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset;
}
