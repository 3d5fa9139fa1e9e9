import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { timelineQuery, type JournalEntry, type PersonServer, type TimelineFilters } from '../people.queries.ts';
import { isBackwards } from './period.ts';
import { TimelineEntries } from './timeline-entries.tsx';
import { TimelineFilterBar } from './timeline-filters.tsx';

type Props = {
  playerId: string;
  /** Those whose history the viewer may see. */
  servers: readonly PersonServer['server'][];
  filters: TimelineFilters;
  onFilters: (filters: TimelineFilters) => void;
  /** Whether the viewer may see them in the tab beside this. */
  hasSanctions: boolean;
  /** The one to show. */
  entryId: string | undefined;
};

const noFilters: TimelineFilters = {
  groups: [],
  serverId: undefined,
  period: 'all',
  from: undefined,
  until: undefined,
};

/** What a player did and what happened to them, newest first. */
export function Timeline({ playerId, servers, filters, onFilters, hasSanctions, entryId }: Props) {
  const isPossible = !isBackwards(filters);
  const query = useInfiniteQuery({ ...timelineQuery(playerId, filters), enabled: isPossible });
  const isMissing = useEntry(query, entryId, filters.until);
  const isFiltered = filters.groups.length > 0 || filters.serverId !== undefined || filters.period !== 'all';
  return (
    <Stack gap="md">
      <TimelineFilterBar servers={servers} filters={filters} onFilters={onFilters} />
      {isMissing ? (
        <Text role="status">
          The entry this link leads to isn't here. It's too old to be stored, or you can't see it.
        </Text>
      ) : null}
      {isPossible ? (
        <PageList
          query={query}
          itemsOf={(page) => page.entries}
          empty={<NoEntries isFiltered={isFiltered} onClear={() => onFilters(noFilters)} />}
        >
          {(entries) => (
            <TimelineEntries
              playerId={playerId}
              entries={entries}
              showsServer={servers.length > 1}
              hasSanctions={hasSanctions}
              entryId={entryId}
            />
          )}
        </PageList>
      ) : null}
    </Stack>
  );
}

type Query = UseInfiniteQueryResult<InfiniteData<{ entries: JournalEntry[] }>>;

/** Fetches pages up to an entry at the end of the period: much can happen at once. Returns whether it isn't there. */
function useEntry(query: Query, entryId: string | undefined, until: string | undefined): boolean {
  const { data, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const last = entries.at(-1);
  const isOpen =
    entryId !== undefined && data !== undefined && !isFetching && entries.every(({ id }) => id !== entryId);
  const mayFollow =
    hasNextPage && !isFetchNextPageError && last !== undefined && Date.parse(last.at) + 1 >= Date.parse(until ?? '');
  const isNextWanted = isOpen && mayFollow;
  useEffect(() => {
    if (isNextWanted) void fetchNextPage();
  }, [isNextWanted, fetchNextPage]);
  return isOpen && !mayFollow;
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <Notice icon={SearchX} title="Nothing has happened yet.">
        <Text c="dimmed">Visits, deaths, tames and more appear here once the game reports them.</Text>
      </Notice>
    );
  }
  const clear = (
    <Button variant="default" onClick={onClear}>
      Show everything
    </Button>
  );
  return (
    <Notice icon={SearchX} title="No entries found." action={clear}>
      <Text c="dimmed">No entry matches these filters.</Text>
    </Notice>
  );
}
