import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, MessageSquare } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type Ref } from 'react';
import { speakerName } from '@tribehall/contract/shared/text';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { RowsSkeleton } from '../../../components/layout/rows-skeleton.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { isNewer, logLimits, type ChatLog } from '../chat-log.ts';
import type { ChatMessage, ChatSource } from '../chat-sources.ts';
import { useLoadOlder } from '../chat.mutations.ts';
import { chatQuery } from '../chat.queries.ts';
import type { Reading } from '../use-reading.ts';
import classes from './chat-messages.module.css';
import { ChatMessages, type MessageScroller } from './chat-messages.tsx';

const pauseMs = 4_000;

type Props = {
  source: ChatSource;
  search: string;
  reading: Reading;
  isOwn: (message: ChatMessage) => boolean;
  scroller: Ref<MessageScroller>;
  onReport: ((message: ChatMessage) => void) | undefined;
  onShowNewest: () => void;
};

/** The messages, with older ones loaded on demand and new ones as they arrive. */
export function ChatHistory({ source, search, reading, isOwn, scroller, onReport, onShowNewest }: Props) {
  const query = useQuery(chatQuery(source, search));
  const older = useLoadOlder(source, search);
  const olderOf = ({ messages: [oldest], messages, hasMore }: ChatLog) =>
    oldest !== undefined && hasMore && messages.length < logLimits.most ? () => older.mutate(oldest.id) : undefined;
  return (
    <div className={classes.history}>
      <QueryRegion query={query} skeleton={<RowsSkeleton rows={6} />}>
        {(log) => (
          <>
            <ChatAnnouncer messages={log.messages} isOwn={isOwn} />
            {log.messages.length === 0 ? (
              <NoMessages isSearch={search !== ''} />
            ) : (
              <ChatMessages
                ref={scroller}
                messages={log.messages}
                isOwn={isOwn}
                showsServer={source.kind === 'cluster'}
                onReport={onReport}
                isFollowing={reading.isFollowing}
                onNearTop={older.isPending || older.isError ? undefined : olderOf(log)}
                onFollow={reading.follow}
                onPause={() => reading.pause(log.messages.at(-1)?.id)}
              />
            )}
            <OlderState isPending={older.isPending} error={older.error} onRetry={olderOf(log)} />
            <NewMessagesButton
              count={reading.countNew(log.messages)}
              isPaused={!reading.isFollowing}
              onShow={onShowNewest}
            />
          </>
        )}
      </QueryRegion>
    </div>
  );
}

function NoMessages({ isSearch }: { isSearch: boolean }) {
  if (isSearch) return <Text p="lg">No messages found.</Text>;
  return (
    <Notice icon={MessageSquare} title="No messages yet.">
      <Text c="dimmed">Messages from the game, this page and connected Discord channels appear here right away.</Text>
    </Notice>
  );
}

type OlderProps = { isPending: boolean; error: unknown; onRetry: (() => void) | undefined };

function OlderState({ isPending, error, onRetry }: OlderProps) {
  if (error !== null) {
    return (
      <div className={classes.above} role="alert">
        {errorMessage(error)}{' '}
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Retry
        </Button>
      </div>
    );
  }
  return isPending ? <div className={classes.above}>Loading older messages…</div> : null;
}

type NewProps = { count: number; isPaused: boolean; onShow: () => void };

function NewMessagesButton({ count, isPaused, onShow }: NewProps) {
  if (!isPaused) return null;
  return (
    <Button
      className={classes.below ?? ''}
      variant="default"
      leftSection={<ArrowDown size={14} aria-hidden />}
      onClick={onShow}
    >
      {count === 0 ? 'Jump to newest' : `${count} new`}
    </Button>
  );
}

type ChatAnnouncerProps = { messages: ChatMessage[]; isOwn: (message: ChatMessage) => boolean };

/** Announces new messages to screen readers: a single one in full, several as a count. */
function ChatAnnouncer({ messages, isOwn }: ChatAnnouncerProps) {
  const newestId = messages.at(-1)?.id;
  const announcedId = useRef(newestId);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState('');
  const announceNew = useEffectEvent(() => {
    timer.current = undefined;
    const announcedUntil = announcedId.current ?? '';
    const fresh = messages.filter((message) => isNewer(message.id, announcedUntil) && !isOwn(message));
    announcedId.current = newestId;
    if (fresh.length > 0) setText(announce(fresh));
  });
  useEffect(() => {
    if (newestId !== announcedId.current) timer.current ??= setTimeout(() => announceNew(), pauseMs);
  }, [newestId]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return <VisuallyHidden aria-live="polite">{text}</VisuallyHidden>;
}

function announce(fresh: ChatMessage[]): string {
  const [only] = fresh;
  if (fresh.length === 1 && only !== undefined) return visibleText(`${speakerName(only)}: ${only.text}`);
  return `${fresh.length} new messages`;
}
