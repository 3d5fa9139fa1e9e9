import { Button, Stack, Text } from '@mantine/core';
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
  const isFiltered = filters.search !== '' || filters.serverId !== undefined;
  return (
    <Stack gap="md">
      <div className={classes.bar}>
        <SearchField
          label="Search messages"
          value={filters.search}
          onSearch={(search) => onFilters({ ...filters, search })}
        />
        <ServerFilter
          servers={servers}
          serverId={filters.serverId}
          onChange={(serverId) => onFilters({ ...filters, serverId })}
        />
      </div>
      <PageList
        query={query}
        itemsOf={(page) => page.messages}
        empty={<NoMessages isFiltered={isFiltered} onClear={() => onFilters({ search: '', serverId: undefined })} />}
      >
        {(messages) => (
          <RecordList items={messages}>
            {(message) => <Message key={message.id} message={message} showsServer={servers.length > 1} />}
          </RecordList>
        )}
      </PageList>
    </Stack>
  );
}

function Message({ message, showsServer }: { message: SaidMessage; showsServer: boolean }) {
  const { at, kind, server, text } = message;
  const isInGame = kind === 'player';
  return (
    <RecordRow
      at={at}
      icon={isInGame ? MessageSquare : Globe}
      label={isInGame ? 'In the game' : 'From the portal'}
      server={server === null ? 'All servers' : showsServer ? server.name : null}
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
