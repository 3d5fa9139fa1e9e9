import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type UIEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { loadMonoFont } from '../../../components/display/mono-font.ts';
import type { LogEntry, LogLines } from '../log-lines.ts';
import type { TextPart } from '../log-matches.ts';
import { useLogBlocks } from '../use-log-blocks.ts';
import { LogBlock } from './log-block.tsx';
import classes from './log-list.module.css';
import { nameTime } from './log-row.tsx';

// Before the lines are there: text that changes its font is laid out twice.
loadMonoFont();

/** Closer to the end counts as being there. */
const nearEndPx = 40;

type Props = {
  lines: LogLines;
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
  const { lines, labelOf, mark, currentId, isFollowing, isWrapped, above, onCopy, onFollow, onPause } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const anchor = useRef<{ id: string; offset: number }>(undefined);
  const [activeId, setActiveId] = useState<string>();
  const blocks = useLogBlocks(lines, { isFollowing, isWhole: currentId !== undefined });
  const content = `${blocks[0]?.rows[0]?.id} ${lines.rows.length}`;
  const shown = useRef(content);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    if (isFollowing) element.scrollTop = element.scrollHeight;
    else if (shown.current !== content && anchor.current !== undefined) restore(element, anchor.current);
    shown.current = content;
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
  const handleClick = ({ target }: MouseEvent<HTMLDivElement>) => {
    const id = target instanceof Element && target.closest('[data-copy]') !== null ? idOf(target) : undefined;
    const row = blocks.flatMap(({ rows }) => rows).find((shownRow) => shownRow.id === id);
    if (row?.kind === 'entry') void onCopy(row.entry);
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
      onKeyDown={(event) => navigate(event, setActiveId)}
      onClick={handleClick}
      onPointerOver={nameTime}
    >
      {above}
      <div className={classes.rows}>
        {blocks.map(({ key, rows }) => (
          <LogBlock
            key={key}
            rows={rows}
            labelOf={labelOf}
            mark={mark}
            currentId={currentId}
            activeId={rows.some(({ id }) => id === activeId) ? activeId : undefined}
          />
        ))}
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

/** Enter moves to the last line, arrows between lines; the line moved to has a button, which gets the focus. */
function navigate(event: KeyboardEvent<HTMLDivElement>, activate: (id: string | undefined) => void) {
  const { currentTarget, target, key } = event;
  const from = target instanceof Element && target !== currentTarget ? idOf(target) : undefined;
  const isInside = from !== undefined;
  const step = isInside ? steps[key] : key === 'Enter' && target === currentTarget ? Infinity : undefined;
  if (isInside && key === 'Escape') currentTarget.focus();
  if (step === undefined) return;
  event.preventDefault();
  const ids = [...currentTarget.querySelectorAll('[data-id]')].map(idOf);
  const start = isInside ? ids.indexOf(from) : ids.length - 1;
  const id = ids[Math.min(Math.max(start + step, 0), ids.length - 1)];
  if (id === undefined) return;
  flushSync(() => activate(id));
  rowOf(currentTarget, id)?.querySelector('button')?.focus();
}

function idOf(element: Element): string | undefined {
  return element.closest('[data-id]')?.getAttribute('data-id') ?? undefined;
}

function rowOf(scroller: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
}

function firstInView(scroller: HTMLElement): { id: string; offset: number } | undefined {
  const { top } = scroller.getBoundingClientRect();
  const rows = scroller.querySelectorAll<HTMLElement>('[data-id]');
  let start = 0;
  let end = rows.length;
  while (start < end) {
    const middle = Math.floor((start + end) / 2);
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > top) end = middle;
    else start = middle + 1;
  }
  const row = rows[start];
  return row && { id: row.dataset['id'] ?? '', offset: row.getBoundingClientRect().top - top };
}

function restore(scroller: HTMLElement, { id, offset }: { id: string; offset: number }) {
  const row = rowOf(scroller, id);
  if (row) scroller.scrollTop += row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset;
}
