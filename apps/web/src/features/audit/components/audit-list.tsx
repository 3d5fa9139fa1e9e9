import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { hasFilters, withFilter, type AuditFilters } from '../audit-filters.ts';
import { useAuditLive } from '../audit.live.ts';
import { auditQuery } from '../audit.queries.ts';
import { AuditTable } from './audit-table.tsx';

type Props = { filters: AuditFilters; onFilters: (filters: AuditFilters) => void; onOpen: (id: string) => void };

export function AuditList({ filters, onFilters, onOpen }: Props) {
  const query = useInfiniteQuery(auditQuery(filters));
  useAuditLive(filters);
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton rowHeight={48} />}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        if (entries.length === 0) return <NoEntries isFiltered={hasFilters(filters)} onClear={() => onFilters({})} />;
        return (
          <Stack gap="lg">
            <AuditTable
              entries={entries}
              onNarrow={(changes) => onFilters(withFilter(filters, changes))}
              onOpen={onOpen}
            />
            {query.hasNextPage ? (
              <div>
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Load more
                </Button>
              </div>
            ) : null}
          </Stack>
        );
      }}
    </QueryRegion>
  );
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <Notice icon={SearchX} title="No entries found.">
        Nothing has been changed on this portal yet.
      </Notice>
    );
  const clear = (
    <Button variant="default" onClick={onClear}>
      Show all entries
    </Button>
  );
  return (
    <Notice icon={SearchX} title="No entries found." action={clear}>
      No entry matches all filters.
    </Notice>
  );
}
