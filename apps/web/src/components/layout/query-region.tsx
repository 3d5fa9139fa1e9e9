import { Skeleton, Stack, Text } from '@mantine/core';
import { useDeferredValue, type ReactNode } from 'react';
import { errorMessage } from '../../lib/api/api-error.ts';
import { ErrorNotice } from '../notices/error-notice.tsx';
import classes from './query-region.module.css';

type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  failureReason: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props<Data> = {
  query: Query<Data>;
  skeletonHeight?: number;
  /** In the shape of the content, in place of a block of that height. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows a query's data, or that it is loading or failed. A failed refresh keeps the data visible. */
export function QueryRegion<Data>({ query, skeletonHeight = 120, skeleton, children }: Props<Data>) {
  const { data, error, failureReason, isFetching, refetch } = query;
  const notice =
    error === null ? null : <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  // The first data is rendered as a transition, which leaves the main thread free in between; changes of it are not.
  const isShown = useDeferredValue(data !== undefined);
  if (data !== undefined && isShown) {
    return (
      <>
        {notice}
        {children(data)}
      </>
    );
  }
  if (notice !== null) return notice;
  return (
    <Stack gap="sm" className={classes.loading ?? ''} aria-busy data-loading>
      {skeleton ?? <Skeleton height={skeletonHeight} />}
      {failureReason === null ? null : (
        <Text c="dimmed" role="status">
          {errorMessage(failureReason)} Trying again…
        </Text>
      )}
    </Stack>
  );
}
