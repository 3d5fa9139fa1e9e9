import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Globe, MessageSquare } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { RecordList, RecordRow } from '../../../components/display/record-list.tsx';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { playerChatQuery, type ChatFilters, type PersonServer, type SaidMessage } from '../people.queries.ts';
import { ServerFilter } from '../timeline/timeline-filters.tsx';
import classes from '../timeline/timeline.module.css';

type Props = {
  playerId: string;
  /** Those whose history the viewer may see. */
  servers: readonly PersonServer['server'][];
  filters: ChatFilters;
  onFilters: (filters: ChatFilters) => void;
};

/** What a player said, newest first. */
export function PlayerChat({ playerId, servers, filters, onFilters }: Props) {
  const query = useInfiniteQuery(playerChatQuery(playerId, filters));
  const { search, serverId, upTo } = filters;
  const isFiltered = search !== '' || serverId !== undefined || upTo !== undefined;
  const showAll = () => onFilters({ search: '', serverId: undefined });
  return (
    <Stack gap="md">
      <div className={classes.bar}>
        <SearchField
          label="Search messages"
          value={search}
          onSearch={(next) => onFilters({ search: next, serverId })}
        />
        <ServerFilter
          servers={servers}
          serverId={serverId}
          onChange={(next) => onFilters({ search, serverId: next })}
        />
      </div>
      <PageList
        query={query}
        itemsOf={(page) => page.messages}
        empty={<NoMessages isFiltered={isFiltered} onClear={showAll} />}
      >
        {(messages) => (
          <>
            {upTo === undefined ? null : <Earlier isFound={messages[0]?.id === upTo} onNewest={showAll} />}
            <RecordList items={messages}>
              {(message) => (
                <Message
                  key={message.id}
                  message={message}
                  showsServer={servers.length > 1}
                  isCurrent={message.id === upTo}
                />
              )}
            </RecordList>
          </>
        )}
      </PageList>
    </Stack>
  );
}

function Earlier({ isFound, onNewest }: { isFound: boolean; onNewest: () => void }) {
  return (
    <Group gap="sm" role="status">
      <Text>
        {isFound
          ? 'Messages up to the one you opened.'
          : "The message this link leads to isn't here. It's too old to be stored, or you can't see it."}
      </Text>
      <Button variant="default" size="compact-md" onClick={onNewest}>
        Show newest
      </Button>
    </Group>
  );
}

type MessageProps = { message: SaidMessage; showsServer: boolean; isCurrent: boolean };

function Message({ message, showsServer, isCurrent }: MessageProps) {
  const { at, kind, server, text } = message;
  const isInGame = kind === 'player';
  return (
    <RecordRow
      at={at}
      icon={isInGame ? MessageSquare : Globe}
      label={isInGame ? 'In the game' : 'From the portal'}
      server={server === null ? 'All servers' : showsServer ? server.name : null}
      isCurrent={isCurrent}
    >
      <p>
        <PlainText text={text} />
      </p>
    </RecordRow>
  );
}

function NoMessages({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <Notice icon={MessageSquare} title="No messages yet.">
        <Text c="dimmed">What this player says in the game or from the portal appears here.</Text>
      </Notice>
    );
  }
  const clear = (
    <Button variant="default" onClick={onClear}>
      Show all messages
    </Button>
  );
  return <Notice icon={MessageSquare} title="No messages found." action={clear} />;
}
