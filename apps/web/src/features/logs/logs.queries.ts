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

/** The lines in the page. Asked again, it brings what is newer than these. */
export function linesQuery(filter: LogFilter) {
  return queryOptions({
    queryKey: linesKey(filter),
    queryFn: async ({ client, queryKey, signal }): Promise<LogLines> => {
      const seen = endOf(client.getQueryData<LogLines>(queryKey));
      const query = { ...queryOf(filter, Date.now()), ...(seen !== undefined && { seen }) };
      const answer = await api('GET /logs/entries', { query, signal });
      const lines = client.getQueryData<LogLines>(queryKey);
      if (lines === undefined || seen === undefined) return startLines(answer);
      // Someone may have read back meanwhile.
      return lines.isAtEnd ? withNewer(lines, answer) : lines;
    },
    placeholderData: keepPreviousData,
    // Only what is in the page stays in memory, and only the page says when to ask.
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

/** How many lines have come since the entry `seen`; the lines themselves are not kept. */
export function newCountQuery(filter: LogFilter, seen: string) {
  return queryOptions({
    queryKey: ['logs', 'new', filter, seen],
    queryFn: async ({ signal }) =>
      countNew(await api('GET /logs/entries', { query: { ...queryOf(filter, Date.now()), seen }, signal }), seen),
    gcTime: 0,
  });
}
