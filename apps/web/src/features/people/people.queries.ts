import type { ReplyInput } from '@tribehall/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { kindsOf, type JournalGroup } from './timeline/journal-groups.ts';

export type Person = ReplyInput<'GET /ark/players/{playerId}'>;
export type PersonServer = Person['servers'][number];
export type JournalEntry = ReplyInput<'GET /ark/players/{playerId}/timeline'>['entries'][number];
export type Playtime = ReplyInput<'GET /ark/players/{playerId}/playtime'>;
export type PlaySession = Playtime['sessions'][number];
export type OnlinePerson = ReplyInput<'GET /ark/players'>[number];
export type Presence = ReplyInput<'GET /ark/presence'>[number];

/** There is no live topic for these yet. */
const refetchMs = 30_000;

/** Days of the chart. */
export const chartDays = 90;

export function personQuery(playerId: string) {
  return queryOptions({
    queryKey: ['people', 'person', playerId],
    queryFn: ({ signal }) => api('GET /ark/players/{playerId}', { params: { playerId }, signal }),
    refetchInterval: refetchMs,
  });
}

export type TimelineFilters = { groups: readonly JournalGroup[]; serverId: string | undefined };

/** Newest first; a page continues where the previous one ended. */
export function timelineQuery(playerId: string, { groups, serverId }: TimelineFilters) {
  const kinds = kindsOf(groups).join(',');
  return infiniteQueryOptions({
    queryKey: ['people', 'timeline', playerId, kinds, serverId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/players/{playerId}/timeline', {
        params: { playerId },
        query: {
          ...(kinds !== '' && { kinds }),
          ...(serverId !== undefined && { serverId }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** By days of the reader's clock. */
export function playtimeQuery(playerId: string) {
  const offset = -new Date().getTimezoneOffset();
  return queryOptions({
    queryKey: ['people', 'playtime', playerId, offset],
    queryFn: ({ signal }) =>
      api('GET /ark/players/{playerId}/playtime', {
        params: { playerId },
        query: { days: chartDays, offset },
        signal,
      }),
    refetchInterval: 2 * refetchMs,
  });
}

export const onlineQuery = queryOptions({
  queryKey: ['people', 'online'],
  queryFn: ({ signal }) => api('GET /ark/players', { signal }),
  refetchInterval: refetchMs,
  refetchOnWindowFocus: 'always',
});

/** ISO times; without `until`, a moment. */
export type PresenceSpan = { from: string; until: string | undefined; serverId: string | undefined };

export function presenceQuery({ from, until, serverId }: PresenceSpan) {
  return queryOptions({
    queryKey: ['people', 'presence', from, until, serverId],
    queryFn: ({ signal }) =>
      api('GET /ark/presence', {
        query: { from, ...(until !== undefined && { until }), ...(serverId !== undefined && { serverId }) },
        signal,
      }),
  });
}

export function historyQuery(serverId: string) {
  return queryOptions({
    queryKey: ['people', 'history', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/history', { params: { id: serverId }, signal }),
  });
}
