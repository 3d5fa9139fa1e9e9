import type { ReplyInput } from '@tribehall/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { toListQuery, type SanctionFilters } from './sanction-filters.ts';

export type Sanction = ReplyInput<'GET /ark/sanctions/{sanctionId}'>;
export type ListedSanction = ReplyInput<'GET /ark/sanctions'>['sanctions'][number];
export type SanctionPage = ReplyInput<'GET /ark/sanctions'>;
export type SanctionTemplate = ReplyInput<'GET /ark/sanctionTemplates'>[number];
export type OwnSanction = ReplyInput<'GET /ark/sanctions/mine'>[number];

/** All lists: a change of a sanction can concern each of them. */
export const sanctionListsKey = ['sanctions', 'list'] as const;

/** Newest first; a page continues where the previous one ended. */
export function sanctionsQuery(filters: SanctionFilters) {
  const query = toListQuery(filters);
  return infiniteQueryOptions({
    queryKey: [...sanctionListsKey, query],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/sanctions', { query: { ...query, ...(pageParam !== undefined && { before: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Of one player: all kinds, newest first. */
export function playerSanctionsQuery(playerId: string) {
  return infiniteQueryOptions({
    queryKey: [...sanctionListsKey, 'player', playerId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/sanctions', { query: { playerId, ...(pageParam !== undefined && { before: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** How many sanctions of a player hold now. */
export function activeCountQuery(playerId: string) {
  return queryOptions({
    queryKey: [...sanctionListsKey, 'active', playerId],
    queryFn: async ({ signal }) =>
      (await api('GET /ark/sanctions', { query: { playerId, state: 'active', limit: 1 }, signal })).total,
  });
}

export function sanctionQuery(sanctionId: string) {
  return queryOptions({
    queryKey: ['sanctions', 'one', sanctionId],
    queryFn: ({ signal }) => api('GET /ark/sanctions/{sanctionId}', { params: { sanctionId }, signal }),
  });
}

/** Who imposed what the user may see. */
export const issuersQuery = queryOptions({
  queryKey: [...sanctionListsKey, 'issuers'],
  queryFn: ({ signal }) => api('GET /ark/sanctions/issuers', { signal }),
  staleTime: 60_000,
});

export const templatesQuery = queryOptions({
  queryKey: ['sanctions', 'templates'],
  queryFn: ({ signal }) => api('GET /ark/sanctionTemplates', { signal }),
  staleTime: 60_000,
});

export const ownSanctionsQuery = queryOptions({
  queryKey: ['sanctions', 'mine'],
  queryFn: ({ signal }) => api('GET /ark/sanctions/mine', { signal }),
});
