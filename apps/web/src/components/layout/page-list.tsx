import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../notices/error-notice.tsx';
import { QueryRegion } from './query-region.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';

type Query<Page> = {
  data: { pages: Page[] } | undefined;
  error: unknown;
  failureReason: unknown;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type Props<Page, Item> = {
  query: Query<Page>;
  itemsOf: (page: Page) => readonly Item[];
  /** In place of an empty list. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
};

/** A list that comes page by page. If the next one fails, what is there stays, with a retry below it. */
export function PageList<Page, Item>({ query, itemsOf, empty, children }: Props<Page, Item>) {
  const { isFetchNextPageError: isNextMissing, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const showMore = () => void fetchNextPage();
  return (
    <QueryRegion query={isNextMissing ? { ...query, error: null } : query} skeleton={<RowsSkeleton rows={8} />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => itemsOf(page));
        if (items.length === 0 && !hasNextPage) return empty;
        return (
          <Stack gap="md">
            {children(items)}
            {isNextMissing ? (
              <ErrorNotice error={query.error} onRetry={showMore} isRetrying={isFetchingNextPage} />
            ) : hasNextPage ? (
              <div>
                <Button variant="default" loading={isFetchingNextPage} onClick={showMore}>
                  Show more
                </Button>
              </div>
            ) : null}
          </Stack>
        );
      }}
    </QueryRegion>
  );
}
