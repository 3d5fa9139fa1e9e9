import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { queryOf, type LogFilter } from './log-filter.ts';
import { countNew, newestId, startLines, withNewer, type LogLines } from './log-lines.ts';

export const sourcesQuery = queryOptions({
  queryKey: ['logs', 'sources'],
  queryFn: ({ signal }) => api('GET /logs/sources', { signal }),
});

export function linesKey(filter: LogFilter) {
  return ['logs', 'lines', filter] as const;
}

/** The loaded lines. A refetch only appends newer ones. */
export function linesQuery(filter: LogFilter) {
  return queryOptions({
    queryKey: linesKey(filter),
    queryFn: async ({ client, queryKey, signal }): Promise<LogLines> => {
      const seen = endOf(client.getQueryData<LogLines>(queryKey));
      const query = { ...queryOf(filter, Date.now()), ...(seen !== undefined && { seen }) };
      const reply = await api('GET /logs/entries', { query, signal });
      const lines = client.getQueryData<LogLines>(queryKey);
      if (lines === undefined || seen === undefined) return startLines(reply);
      // The user may have scrolled back meanwhile.
      return lines.isAtEnd ? withNewer(lines, reply) : lines;
    },
    placeholderData: keepPreviousData,
    // Not cached after unmounting, and refetched only by the page.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
}

function endOf(lines: LogLines | undefined): string | undefined {
  return lines?.isAtEnd === true ? newestId(lines) : undefined;
}

/** How many lines came since the entry `seen`; the lines themselves are not stored. */
export function newCountQuery(filter: LogFilter, seen: string) {
  return queryOptions({
    queryKey: ['logs', 'new', filter, seen],
    queryFn: async ({ signal }) =>
      countNew(await api('GET /logs/entries', { query: { ...queryOf(filter, Date.now()), seen }, signal }), seen),
    gcTime: 0,
  });
}
