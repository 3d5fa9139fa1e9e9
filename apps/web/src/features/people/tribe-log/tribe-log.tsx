import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useTribeLogLive } from '../people.live.ts';
import { tribeLogQuery, type TribeLogFilters } from '../people.queries.ts';
import { JournalGroupFilter } from '../timeline/journal-group-filter.tsx';
import type { JournalGroup } from '../timeline/journal-groups.ts';
import { PeriodChoice, PeriodTimes } from '../timeline/period-choice.tsx';
import { isBackwards, readPeriod } from '../timeline/period.ts';
import { membersByName } from './linked-names.ts';
import { tribeLogColumns } from './tribe-log-columns.tsx';

/** A tribe's log has no visits and no commands. */
const offered: readonly JournalGroup[] = ['deaths', 'creatures', 'structures', 'tribe', 'other'];

type Props = {
  serverId: string;
  tribeId: number;
  members: readonly { name: string; playerId: string | null }[];
  filters: TribeLogFilters;
  onFilters: (filters: TribeLogFilters) => void;
  /** The log of the world save, for a tribe of which the portal has no events. */
  saved: ReactNode;
};

/** What the portal knows of a tribe's log: more than the game itself remembers. */
export function TribeLog({ serverId, tribeId, members, filters, onFilters, saved }: Props) {
  useTribeLogLive(serverId);
  const all = useInfiniteQuery(tribeLogQuery(serverId, tribeId, { search: '', groups: [], ...readPeriod({}) }));
  return (
    <>
      <SearchField
        label="Search the log"
        value={filters.search}
        onSearch={(search) => onFilters({ ...filters, search })}
      />
      <QueryRegion query={all} skeletonHeight={320}>
        {({ pages }) =>
          pages[0]?.entries.length === 0 ? (
            saved
          ) : (
            <>
              <PeriodChoice filter={filters} onFilter={(period) => onFilters({ ...filters, ...period })} />
              <PeriodTimes filter={filters} onFilter={(period) => onFilters({ ...filters, ...period })} />
              <JournalGroupFilter
                groups={filters.groups}
                offered={offered}
                onGroups={(groups) => onFilters({ ...filters, groups })}
              />
              {isBackwards(filters) ? null : (
                <FoundEntries serverId={serverId} tribeId={tribeId} members={members} filters={filters} />
              )}
            </>
          )
        }
      </QueryRegion>
    </>
  );
}

function FoundEntries({ serverId, tribeId, members, filters }: Omit<Props, 'onFilters' | 'saved'>) {
  const query = useInfiniteQuery(tribeLogQuery(serverId, tribeId, filters));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const playersByName = membersByName(members);
  const loadMore = hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined;
  return (
    <QueryRegion query={query} skeletonHeight={320}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        if (entries.length === 0) return <Text c="dimmed">No entries found.</Text>;
        return (
          <>
            <DataTable
              id="tribe-log"
              label="Log entries"
              rows={entries}
              columns={tribeLogColumns(playersByName)}
              virtual={{ onNearEnd: loadMore }}
            />
            {hasNextPage ? (
              <Group>
                <Button variant="default" loading={isFetchingNextPage} onClick={loadMore}>
                  Show more
                </Button>
              </Group>
            ) : null}
          </>
        );
      }}
    </QueryRegion>
  );
}
