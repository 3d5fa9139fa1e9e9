import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { throttle } from '../../lib/live/throttle.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { whitelistKey, type WhitelistPage } from './whitelist.queries.ts';

const refetchEveryMs = 1_000;
/** All pages of a list are fetched again: long ones less often. */
const refetchLongEveryMs = 15_000;
const longPages = 3;

/** Fetches again what has changed. A snapshot means that the stream has restarted, and changes may have been missed. */
export function useWhitelistLive(): void {
  const queryClient = useQueryClient();
  const [refresh] = useState(() => throttle(refetchEveryMs, () => refetch(queryClient, false)));
  const [refreshLong] = useState(() => throttle(refetchLongEveryMs, () => refetch(queryClient, true)));
  useLive('whitelist', () => {
    refresh();
    refreshLong();
  });
}

function refetch(queryClient: QueryClient, isLong: boolean): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: whitelistKey,
    predicate: ({ state }) => pageCount(state.data) > longPages === isLong,
  });
}

function pageCount(data: unknown): number {
  const isPaged = typeof data === 'object' && data !== null && 'pages' in data;
  return isPaged ? (data as InfiniteData<WhitelistPage>).pages.length : 0;
}
