import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, type Ref, type UIEvent } from 'react';
import { formatDay, isSameDay } from '../../../lib/text/format.ts';
import type { ChatMessage } from '../chat-sources.ts';
import { ChatMessageRow } from './chat-message.tsx';
import classes from './chat-messages.module.css';

const estimatedHeight = 27;
/** Distances that count as being at the end or the top. */
const nearEndPx = 40;
const nearTopPx = 300;

export type MessageScroller = { showNewest: () => void };

type Props = {
  ref: Ref<MessageScroller>;
  messages: ChatMessage[];
  isOwn: (message: ChatMessage) => boolean;
  showsServer: boolean;
  onReport: ((message: ChatMessage) => void) | undefined;
  isFollowing: boolean;
  /** Called whenever the top is near; undefined when there is nothing to load. */
  onNearTop: (() => void) | undefined;
  onFollow: () => void;
  onPause: () => void;
};

/** The messages in view. Stays at the newest one, or where the reader has scrolled to. */
export function ChatMessages(props: Props) {
  'use no memo';
  const { ref, messages, isOwn, showsServer, onReport, isFollowing, onNearTop, onFollow, onPause } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this component alone
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => messages[index]?.id ?? index,
    overscan: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEndPx,
  });
  useImperativeHandle(ref, () => ({ showNewest: () => virtualizer.scrollToEnd() }), [virtualizer]);
  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  const stayAtEnd = useEffectEvent(() => {
    if (isFollowing) virtualizer.scrollToEnd();
  });
  // A growing field or a phone's keyboard shrinks the list without a scroll event.
  useEffect(() => {
    if (scroller.current === null) return undefined;
    const observer = new ResizeObserver(() => stayAtEnd());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  // A log that does not fill the list is near its top without any scrolling.
  useEffect(() => {
    if (scroller.current !== null && scroller.current.scrollTop < nearTopPx) onNearTop?.();
  }, [onNearTop]);
  const handleScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    // Only scrolling up pauses: new messages move the end away before the list has followed.
    if (scrollHeight - clientHeight - scrollTop <= nearEndPx) onFollow();
    else if (scrollTop < lastTop.current) onPause();
    lastTop.current = scrollTop;
    if (scrollTop < nearTopPx) onNearTop?.();
  };
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="log"
      aria-live="off"
      aria-label="Chat messages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
      tabIndex={0}
      onScroll={handleScroll}
    >
      <div className={classes.messages} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const message = messages[index];
          return message === undefined ? null : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ChatMessageRow
                message={message}
                day={dayAbove(message, messages[index - 1])}
                isOwn={isOwn(message)}
                showsServer={showsServer}
                onReport={onReport}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function dayAbove(message: ChatMessage, before: ChatMessage | undefined): string | undefined {
  return before !== undefined && isSameDay(before.at, message.at) ? undefined : formatDay(message.at);
}
