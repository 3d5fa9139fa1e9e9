import { Group, Title } from '@mantine/core';
import { useId, useRef } from 'react';
import { LiveIndicator } from '../../../components/display/live-indicator.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import type { ChatMessage, ChatReader, ChatSource } from '../chat-sources.ts';
import { useChatLive } from '../chat.live.ts';
import { useReading } from '../use-reading.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatHistory } from './chat-history.tsx';
import type { MessageScroller } from './chat-messages.tsx';
import classes from './chat-panel.module.css';

type Props = {
  source: ChatSource;
  search: string;
  onSearch: (search: string) => void;
  reader: ChatReader;
  /** Why the reader may not write. */
  denial: string | undefined;
  instigator?: string | undefined;
  /** Reports the author of a message. */
  onReport?: ((message: ChatMessage) => void) | undefined;
};

/** The chat of a cluster or server: live, searchable, with a field to write in. */
export function ChatPanel({ source, search, onSearch, reader, denial, instigator, onReport }: Props) {
  const titleId = useId();
  const sourceKey = `${source.kind}/${source.id}`;
  const reading = useReading(`${sourceKey}/${search}`);
  const scroller = useRef<MessageScroller>(null);
  useChatLive(source, { search, isFollowing: reading.isFollowing });
  const showNewest = () => {
    scroller.current?.showNewest();
    reading.follow();
  };
  const isOwn = ({ userId, playerId }: ChatMessage) =>
    userId === reader.userId || (playerId !== null && reader.playerIds.includes(playerId));
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <div className={classes.bar}>
        <Group gap="md">
          <Title order={2} id={titleId}>
            Chat
          </Title>
          {reading.isFollowing ? null : <LiveIndicator state="paused" />}
        </Group>
        <SearchField label="Search the chat" value={search} onSearch={onSearch} />
      </div>
      <ChatHistory
        key={`${sourceKey}/${search}`}
        source={source}
        search={search}
        reading={reading}
        isOwn={isOwn}
        scroller={scroller}
        onReport={onReport}
        onShowNewest={showNewest}
      />
      <ChatComposer key={sourceKey} source={source} denial={denial} instigator={instigator} onSent={showNewest} />
    </section>
  );
}
