import type { ReplyInput } from '@tribehall/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type ApiToken = ReplyInput<'GET /users/me/tokens'>[number];
export type ListedToken = ReplyInput<'GET /tokens'>['tokens'][number];

export const ownTokensQuery = queryOptions({
  queryKey: ['tokens', 'own'],
  queryFn: ({ signal }) => api('GET /users/me/tokens', { signal }),
});

/** Of all users. */
export function allTokensQuery(page: number) {
  return queryOptions({
    queryKey: ['tokens', 'all', page],
    queryFn: ({ signal }) => api('GET /tokens', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}
