import type { ReplyInput } from '@tribehall/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { useRetryWhenConnected } from '../../lib/api/use-connection.ts';

export type SearchHits = ReplyInput<'GET /search'>;
export type PlayerHit = SearchHits['players'][number];
export type ServerHit = SearchHits['servers'][number];

const debounceMs = 30;
/** The first key of a burst searches at once. */
const leading = { leading: true };
const slowMs = 2_000;

const noHits: SearchHits = { players: [], servers: [], clusters: [], tribes: [], files: [], databases: [] };

/** An empty query finds nothing, without a call: so what was found before does not return with the next query. */
function searchQuery(query: string) {
  return queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => (query === '' ? noHits : api('GET /search', { query: { query }, signal })),
    ...(query === '' && { initialData: noHits, staleTime: Infinity }),
    placeholderData: keepPreviousData,
    // The user is waiting, and can try again.
    retry: false,
  });
}

type Search = {
  /** While the next ones are loading, the previous ones. */
  hits: SearchHits;
  /** Whether `hits`, or the error, are those of the text. */
  isSettled: boolean;
  isSlow: boolean;
  error: Error | null;
  retry: () => void;
};

/** Searches while typing, debounced. A request that is no longer of interest is aborted. */
export function useSearch(text: string): Search {
  const wanted = text.trim();
  const [query] = useDebouncedValue(wanted, debounceMs, leading);
  const queryClient = useQueryClient();
  const options = searchQuery(query);
  const { data = noHits, error, isPlaceholderData, isSuccess } = useQuery(options);
  const isDone = error !== null || (isSuccess && !isPlaceholderData);
  const retry = () => void queryClient.resetQueries({ queryKey: options.queryKey, exact: true });
  useRetryWhenConnected(error, retry);
  return { hits: data, isSettled: query === wanted && isDone, isSlow: useIsSlow(query, !isDone), error, retry };
}

function useIsSlow(query: string, isLoading: boolean): boolean {
  const [slowQuery, setSlowQuery] = useState<string>();
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setSlowQuery(query), slowMs);
    return () => clearTimeout(timer);
  }, [query, isLoading]);
  return isLoading && slowQuery === query;
}
