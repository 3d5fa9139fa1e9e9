import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { timelineQuery, type PersonServer, type TimelineFilters } from '../people.queries.ts';
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
};

const noFilters: TimelineFilters = {
  groups: [],
  serverId: undefined,
  period: 'all',
  from: undefined,
  until: undefined,
};

/** What a player did and what happened to them, newest first. */
export function Timeline({ playerId, servers, filters, onFilters, hasSanctions }: Props) {
  const isPossible = !isBackwards(filters);
  const query = useInfiniteQuery({ ...timelineQuery(playerId, filters), enabled: isPossible });
  const isFiltered = filters.groups.length > 0 || filters.serverId !== undefined || filters.period !== 'all';
  return (
    <Stack gap="md">
      <TimelineFilterBar servers={servers} filters={filters} onFilters={onFilters} />
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
            />
          )}
        </PageList>
      ) : null}
    </Stack>
  );
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
