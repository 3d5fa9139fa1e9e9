import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { hasFilters, type SanctionFilters } from '../sanction-filters.ts';
import { useSanctionsLive } from '../sanctions.live.ts';
import { sanctionsQuery } from '../sanctions.queries.ts';
import { columnsOfAll, columnsOfKind, sanctionsMinWidth } from './sanction-columns.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

type Props = {
  filters: SanctionFilters;
  onFilters: (filters: SanctionFilters) => void;
  currentId: string | undefined;
  onOpen: (sanctionId: string) => void;
};

/** Sanctions, newest first; more are fetched while the reader scrolls. */
export function SanctionList({ filters, onFilters, currentId, onOpen }: Props) {
  const query = useInfiniteQuery(sanctionsQuery(filters));
  useSanctionsLive();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError: isNextMissing, fetchNextPage } = query;
  const showMore = () => void fetchNextPage();
  return (
    <QueryRegion query={isNextMissing ? { ...query, error: null } : query} skeleton={<TableSkeleton />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.sanctions);
        if (rows.length === 0) return <NoSanctions isFiltered={hasFilters(filters)} onClear={() => onFilters({})} />;
        return (
          <>
            <DataTable
              id="sanctions"
              label="Bans and other sanctions, newest first"
              summary={countText(rows.length, pages[0]?.total ?? rows.length)}
              rows={rows}
              columns={filters.kind === 'all' ? columnsOfAll : columnsOfKind}
              minWideWidth={sanctionsMinWidth}
              currentId={currentId}
              onChoose={({ id }) => onOpen(id)}
              onNearEnd={hasNextPage && !isFetchingNextPage && !isNextMissing ? showMore : undefined}
            />
            {isNextMissing ? (
              <ErrorNotice error={query.error} onRetry={showMore} isRetrying={isFetchingNextPage} />
            ) : null}
          </>
        );
      }}
    </QueryRegion>
  );
}

function countText(shown: number, total: number): string {
  const found = total === 1 ? '1 found' : `${formatCount(total)} found`;
  return shown < total ? `${found}, the newest ${formatCount(shown)} loaded` : `${found}, newest first`;
}

function NoSanctions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <Notice icon={SearchX} title="No one is banned yet.">
        Bans on the servers you moderate are listed here, and whether each server enforces them.
      </Notice>
    );
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear filters
    </Button>
  );
  return (
    <Notice icon={SearchX} title="Nothing found." action={clear}>
      No entry matches all filters.
    </Notice>
  );
}
