import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { playerChatQuery } from '../../../features/people/people.queries.ts';
import { messagePath } from '../../../features/people/player/player-params.ts';
import type { EvidencePickerProps } from '../../../features/sanctions/dialog/evidence-fields.tsx';
import { EvidenceChoice, EvidenceChoices } from './evidence-choices.tsx';

/** What a player said, newest first. */
export function ChatChoices({ playerId, urls, onPick }: Omit<EvidencePickerProps, 'onClose'>) {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(playerChatQuery(playerId, { search, serverId: undefined }));
  return (
    <Stack gap="sm">
      <SearchField label="Search messages" value={search} onSearch={setSearch} />
      <EvidenceChoices label="Chat messages">
        <PageList
          query={query}
          itemsOf={(page) => page.messages}
          empty={<Text c="dimmed">{search === '' ? 'There are no messages you can see.' : 'No messages found.'}</Text>}
        >
          {(messages) =>
            messages.map(({ id, at, text, server }) => {
              const url = messagePath(playerId, id);
              const place = server === null ? 'All servers' : server.name;
              return (
                <EvidenceChoice
                  key={id}
                  at={at}
                  text={text}
                  note={place}
                  isPicked={urls.includes(url)}
                  onPick={() => onPick({ kind: 'chat', url, text: `“${text}” (${place})` })}
                />
              );
            })
          }
        </PageList>
      </EvidenceChoices>
    </Stack>
  );
}
