import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReplyInput } from '@tribehall/contract';
import { boundsOf } from '../../lib/text/time-range.ts';
import { api } from '../../lib/api/api.ts';
import { withFilter, type AuditFilters } from './audit-filters.ts';

/** Newest first; a page continues after the last entry of the previous one. */
export function auditQuery(filters: AuditFilters) {
  const given = withFilter(filters, {});
  return infiniteQueryOptions({
    queryKey: ['audit', given],
    queryFn: ({ pageParam, signal }) => {
      const { range: _, from: __, to: ___, ...texts } = given;
      const query = { ...texts, ...boundsOf(given, Date.now()) };
      return api('GET /audit', { query: { ...query, ...(pageParam !== undefined && { before: pageParam }) }, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
}

/** Who can be chosen as a filter. */
export const actorsQuery = queryOptions({
  queryKey: ['audit', 'actors'],
  queryFn: ({ signal }) => api('GET /audit/actors', { signal }),
  staleTime: 60_000,
});

/** One entry, whether or not it is in the list; entries never change. */
export function auditEntryQuery(id: string) {
  return queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: async ({ signal }) => (await api('GET /audit', { query: { id }, signal })).entries[0] ?? null,
    staleTime: Infinity,
  });
}

export type AuditedObject = { kind: 'server' | 'cluster' | 'file'; id: string };
export type Activity = ReplyInput<'GET /ark/servers/{id}/activity'>['entries'][number];

const activityCalls = {
  server: 'GET /ark/servers/{id}/activity',
  cluster: 'GET /ark/clusters/{id}/activity',
  file: 'GET /files/{id}/activity',
} as const;

/** What was done to one object, newest first. */
export function activityQuery({ kind, id }: AuditedObject) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'activity', kind, id],
    queryFn: ({ pageParam, signal }) =>
      api(activityCalls[kind], { params: { id }, query: pageParam === undefined ? {} : { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.entries.at(-1)?.id : undefined),
  });
}
