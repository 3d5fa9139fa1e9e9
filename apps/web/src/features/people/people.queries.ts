import type { LeaderboardMeasure, ReplyInput } from '@tribehall/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { kindsOf, type JournalGroup } from './timeline/journal-groups.ts';
import { spanOf, type PeriodFilter } from './timeline/period.ts';

export type Person = ReplyInput<'GET /ark/players/{playerId}'>;
export type PersonServer = Person['servers'][number];
export type JournalEntry = ReplyInput<'GET /ark/players/{playerId}/timeline'>['entries'][number];
export type Playtime = ReplyInput<'GET /ark/players/{playerId}/playtime'>;
export type PlaySession = Playtime['sessions'][number];
export type OnlinePerson = ReplyInput<'GET /ark/players'>[number];
export type Leaderboard = ReplyInput<'GET /ark/leaderboards'>;
export type Presence = ReplyInput<'GET /ark/presence'>['sessions'][number];
export type PersonAction = ReplyInput<'GET /ark/players/{playerId}/actions'>['actions'][number];
export type SaidMessage = ReplyInput<'GET /ark/players/{playerId}/chat'>['messages'][number];

/** There is no live topic for these yet. */
const refetchMs = 30_000;

/** Half a year. */
export const playtimeDays = 26 * 7;

export function personQuery(playerId: string) {
  return queryOptions({
    queryKey: ['people', 'person', playerId],
    queryFn: ({ signal }) => api('GET /ark/players/{playerId}', { params: { playerId }, signal }),
    refetchInterval: refetchMs,
  });
}

export type TimelineFilters = PeriodFilter & { groups: readonly JournalGroup[]; serverId: string | undefined };

/** Newest first; a page continues where the previous one ended. */
export function timelineQuery(playerId: string, { groups, serverId, period, from, until }: TimelineFilters) {
  const kinds = kindsOf(groups).join(',');
  return infiniteQueryOptions({
    queryKey: ['people', 'timeline', playerId, kinds, serverId, period, from, until],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/players/{playerId}/timeline', {
        params: { playerId },
        query: {
          ...spanOf({ period, from, until }, Date.now()),
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

export type TribeLogFilters = PeriodFilter & { search: string; groups: readonly JournalGroup[] };

export const tribeLogKey = (serverId: string) => ['people', 'tribe-log', serverId];

/** Newest first, as far back as the portal's journal goes. */
export function tribeLogQuery(serverId: string, tribeId: number, filters: TribeLogFilters) {
  const { search, groups, period, from, until } = filters;
  const kinds = kindsOf(groups).join(',');
  return infiniteQueryOptions({
    queryKey: [...tribeLogKey(serverId), tribeId, search, kinds, period, from, until],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/servers/{id}/tribes/{tribeId}/log', {
        params: { id: serverId, tribeId: String(tribeId) },
        query: {
          ...spanOf({ period, from, until }, Date.now()),
          ...(search !== '' && { search }),
          ...(kinds !== '' && { kinds }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    // Someone who reads older pages does not wait for news.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? refetchMs : false),
  });
}

export type ChatFilters = {
  search: string;
  serverId: string | undefined;
  /** The newest message of the list; undefined for the newest of all. */
  upTo?: string | undefined;
};

/** What a player said, newest first. */
export function playerChatQuery(playerId: string, { search, serverId, upTo }: ChatFilters) {
  return infiniteQueryOptions({
    queryKey: ['people', 'chat', playerId, search, serverId, upTo],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/players/{playerId}/chat', {
        params: { playerId },
        query: {
          ...(search !== '' && { search }),
          ...(serverId !== undefined && { serverId }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: upTo === undefined ? undefined : String(BigInt(upTo) + 1n),
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
}

/** What Admins did to a player, newest first. */
export function playerActionsQuery(playerId: string) {
  return infiniteQueryOptions({
    queryKey: ['people', 'actions', playerId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/players/{playerId}/actions', {
        params: { playerId },
        query: { ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ actions, hasMore }) => (hasMore ? actions.at(-1)?.id : undefined),
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
        query: { days: playtimeDays, offset },
        signal,
      }),
    refetchInterval: 2 * refetchMs,
  });
}

/** What happened on a server lately, and when its game last said that it saved. */
export function serverEventsQuery(serverId: string) {
  return queryOptions({
    queryKey: ['people', 'serverEvents', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/events', { params: { id: serverId }, signal }),
    refetchInterval: refetchMs,
  });
}

export const onlineQuery = queryOptions({
  queryKey: ['people', 'online'],
  queryFn: ({ signal }) => api('GET /ark/players', { signal }),
  refetchOnWindowFocus: 'always',
});

/** ISO times; without `until`, a moment. */
/** All servers, those of a cluster, or one. */
export type PlaceFilter = { clusterId: string | undefined; serverId: string | undefined };
export type PresenceSpan = PlaceFilter & { from: string; until: string | undefined };

export function presenceQuery({ from, until, clusterId, serverId }: PresenceSpan) {
  return queryOptions({
    queryKey: ['people', 'presence', from, until, clusterId, serverId],
    queryFn: ({ signal }) =>
      api('GET /ark/presence', {
        query: {
          from,
          ...(until !== undefined && { until }),
          ...(clusterId !== undefined && { clusterId }),
          ...(serverId !== undefined && { serverId }),
        },
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

export type LeaderboardFilters = PlaceFilter & { by: LeaderboardMeasure; days: number };

export function leaderboardQuery({ by, days, serverId, clusterId }: LeaderboardFilters) {
  return queryOptions({
    queryKey: ['people', 'leaderboard', by, days, serverId, clusterId],
    queryFn: ({ signal }) =>
      api('GET /ark/leaderboards', {
        query: { by, days, ...(serverId !== undefined && { serverId }), ...(clusterId !== undefined && { clusterId }) },
        signal,
      }),
    refetchInterval: 2 * refetchMs,
    placeholderData: keepPreviousData,
  });
}

export const clusterChoicesQuery = queryOptions({
  queryKey: ['people', 'clusters'],
  queryFn: ({ signal }) => api('GET /ark/clusters', { signal }),
});
