import type { ReplyInput } from '@tribehall/contract';
import type { ReportState } from '@tribehall/contract/shared/report-states';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type ListedReport = ReplyInput<'GET /ark/reports'>['reports'][number];
export type Report = ReplyInput<'GET /ark/reports/{id}'>;
export type OwnReport = ReplyInput<'GET /ark/reports/own'>[number];

export type ReportFilters = {
  /** Undefined: all. */
  state: ReportState | undefined;
  serverId: string | undefined;
  isMine: boolean;
  search: string;
};

/** Everything about reports. */
export const reportsKey = ['reports'] as const;

/** Newest first. */
export function reportsQuery({ state, serverId, isMine, search }: ReportFilters) {
  const query = {
    ...(state && { state }),
    ...(serverId && { serverId }),
    ...(isMine && { isMine: 'true' }),
    ...(search && { search }),
  };
  return infiniteQueryOptions({
    queryKey: [...reportsKey, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/reports', { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function reportQuery(id: string) {
  return queryOptions({
    queryKey: [...reportsKey, 'details', id],
    queryFn: ({ signal }) => api('GET /ark/reports/{id}', { params: { id }, signal }),
  });
}

/** How many open reports wait for the user. */
export const waitingReportsQuery = queryOptions({
  queryKey: [...reportsKey, 'waiting'],
  queryFn: ({ signal }) => api('GET /ark/reports/waiting', { signal }),
});

/** What the user reported. */
export const ownReportsQuery = queryOptions({
  queryKey: [...reportsKey, 'own'],
  queryFn: ({ signal }) => api('GET /ark/reports/own', { signal }),
});
