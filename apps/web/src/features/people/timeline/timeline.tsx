import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { timelineQuery, type PersonServer, type TimelineFilters } from '../people.queries.ts';
import { journalGroupNames, journalGroups, type JournalGroup } from './journal-groups.ts';
import { TimelineEntries } from './timeline-entries.tsx';
import classes from './timeline.module.css';

type Props = {
  playerId: string;
  /** Those whose history the viewer may see. */
  servers: readonly PersonServer['server'][];
  filters: TimelineFilters;
  onFilters: (filters: TimelineFilters) => void;
};

/** What a player did and what happened to them, newest first. */
export function Timeline({ playerId, servers, filters, onFilters }: Props) {
  const query = useInfiniteQuery(timelineQuery(playerId, filters));
  const isFiltered = filters.groups.length > 0 || filters.serverId !== undefined;
  return (
    <Stack gap="md">
      <TimelineFilterBar servers={servers} filters={filters} onFilters={onFilters} />
      <QueryRegion query={query} skeletonHeight={320}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0 && !query.hasNextPage)
            return <NoEntries isFiltered={isFiltered} onClear={() => onFilters({ groups: [], serverId: undefined })} />;
          return (
            <Stack gap="md">
              <TimelineEntries playerId={playerId} entries={entries} showsServer={servers.length > 1} />
              {query.hasNextPage ? (
                <div>
                  <Button
                    variant="default"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    Load more
                  </Button>
                </div>
              ) : null}
            </Stack>
          );
        }}
      </QueryRegion>
    </Stack>
  );
}

type FilterBarProps = Pick<Props, 'servers' | 'filters' | 'onFilters'>;

function TimelineFilterBar({ servers, filters, onFilters }: FilterBarProps) {
  const chosen = new Set(filters.groups);
  const toggle = (name: JournalGroup) =>
    onFilters({
      ...filters,
      groups: journalGroupNames.filter((other) => (other === name ? !chosen.has(other) : chosen.has(other))),
    });
  return (
    <div className={classes.bar}>
      <div className={classes.groups} role="group" aria-label="Show only">
        {journalGroupNames.map((name) => {
          const { label, icon: Icon } = journalGroups[name];
          return (
            <button
              key={name}
              type="button"
              className={classes.group}
              aria-pressed={chosen.has(name)}
              onClick={() => toggle(name)}
            >
              <Icon size={14} aria-hidden className={classes.icon} data-group={name} />
              {label}
            </button>
          );
        })}
      </div>
      {servers.length < 2 && filters.serverId === undefined ? null : (
        <SelectField
          label="Server"
          all="All servers"
          choices={servers.map(({ id, name }) => [id, visibleText(name)])}
          value={filters.serverId}
          onChange={(serverId) => onFilters({ ...filters, serverId })}
        />
      )}
    </div>
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
