import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Moderator = ReplyInput<'GET /ark/moderators'>[number];
export type RoleRules = ReplyInput<'GET /ark/moderatorRoles'>;
export type RoleRule = RoleRules['rules'][number];

/** Whose moderators: of a server, of a cluster, or all. */
export type ModeratedPlace = { type: 'server' | 'cluster'; id: string } | { type: 'all' };

export const mineQuery = queryOptions({
  queryKey: ['moderation', 'mine'],
  queryFn: ({ signal }) => api('GET /ark/moderation/mine', { signal }),
  // Read again when the portal says that the account has changed.
  staleTime: 5 * 60_000,
});

export function moderatorsQuery(place: ModeratedPlace) {
  return queryOptions({
    queryKey: ['moderators', place],
    queryFn: ({ signal }) => {
      if (place.type === 'server') return api('GET /ark/servers/{id}/moderators', { params: { id: place.id }, signal });
      return api('GET /ark/moderators', { query: place.type === 'cluster' ? { clusterId: place.id } : {}, signal });
    },
  });
}

const minLetters = 2;

/** Names of users that contain what was typed. */
export function candidatesQuery(place: ModeratedPlace, text: string) {
  const search = text.trim();
  return queryOptions({
    queryKey: ['moderators', 'candidates', place, search],
    queryFn: ({ signal }) =>
      place.type === 'server'
        ? api('GET /ark/servers/{id}/moderators/candidates', { params: { id: place.id }, query: { search }, signal })
        : api('GET /ark/moderators/candidates', { query: { search }, signal }),
    enabled: search.length >= minLetters,
    staleTime: 60_000,
  });
}

export const roleRulesQuery = queryOptions({
  queryKey: ['moderators', 'roles'],
  queryFn: ({ signal }) => api('GET /ark/moderatorRoles', { signal }),
});
