import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, MessageSquare } from 'lucide-react';
import type { Ref } from 'react';
import { Notice } from '../../../components/notices/notice.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { logLimits, type ChatLog } from '../chat-log.ts';
import type { ChatMessage, ChatSource } from '../chat-sources.ts';
import { useLoadOlder } from '../chat.mutations.ts';
import { chatQuery } from '../chat.queries.ts';
import type { Reading } from '../use-reading.ts';
import { ChatAnnouncer } from './chat-announcer.tsx';
import classes from './chat-lines.module.css';
import { ChatLines, type LineScroller } from './chat-lines.tsx';

type Props = {
  source: ChatSource;
  search: string;
  reading: Reading;
  isOwn: (message: ChatMessage) => boolean;
  scroller: Ref<LineScroller>;
  onShowNewest: () => void;
};

/** What was said, down to what is being said. */
export function ChatHistory({ source, search, reading, isOwn, scroller, onShowNewest }: Props) {
  const query = useQuery(chatQuery(source, search));
  const older = useLoadOlder(source, search);
  const olderOf = ({ messages: [oldest], messages, hasMore }: ChatLog) =>
    oldest !== undefined && hasMore && messages.length < logLimits.most ? () => older.mutate(oldest.id) : undefined;
  return (
    <div className={classes.place}>
      <QueryRegion query={query} skeletonHeight={240}>
        {(log) => (
          <>
            <ChatAnnouncer messages={log.messages} isOwn={isOwn} />
            {log.messages.length === 0 ? (
              <NoLines isSearch={search !== ''} />
            ) : (
              <ChatLines
                ref={scroller}
                messages={log.messages}
                isOwn={isOwn}
                showsServer={source.kind === 'cluster'}
                isFollowing={reading.isFollowing}
                onNearTop={older.isPending || older.isError ? undefined : olderOf(log)}
                onFollow={reading.follow}
                onPause={() => reading.pause(log.messages.at(-1)?.id)}
              />
            )}
            <OlderState isPending={older.isPending} error={older.error} onRetry={olderOf(log)} />
            <NewLines count={reading.countNew(log.messages)} isPaused={!reading.isFollowing} onShow={onShowNewest} />
          </>
        )}
      </QueryRegion>
    </div>
  );
}

function NoLines({ isSearch }: { isSearch: boolean }) {
  if (isSearch) return <Text p="lg">No messages found.</Text>;
  return (
    <Notice icon={MessageSquare} title="No messages yet.">
      <Text c="dimmed">What is said in the game, here or in a joined Discord channel appears here at once.</Text>
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

function NewLines({ count, isPaused, onShow }: NewProps) {
  if (!isPaused) return null;
  return (
    <Button
      className={classes.below ?? ''}
      variant="default"
      leftSection={<ArrowDown size={14} aria-hidden />}
      onClick={onShow}
    >
      {count === 0 ? 'To the newest' : `${count} new`}
    </Button>
  );
}
