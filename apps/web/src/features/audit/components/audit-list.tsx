import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryRegion } from '../../../components/query-region.tsx';
import { useAuditLive } from '../audit.live.ts';
import { auditQuery } from '../audit.queries.ts';
import { AuditTable } from './audit-table.tsx';

export function AuditList({ search }: { search: string }) {
  const query = useInfiniteQuery(auditQuery(search));
  useAuditLive(search);
  return (
    <QueryRegion query={query} skeletonHeight={240}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        if (entries.length === 0) return <Text c="dimmed">No entries found.</Text>;
        return (
          <>
            <AuditTable entries={entries} />
            {query.hasNextPage ? (
              <div>
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Load more
                </Button>
              </div>
            ) : null}
          </>
        );
      }}
    </QueryRegion>
  );
}
