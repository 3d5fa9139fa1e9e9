import type { ReplyInput } from '@tribehall/contract';
import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { hasCode } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';

/** A server as everyone sees it. */
export type FavoriteServer = Omit<ReplyInput<'GET /ark/servers/{id}/details'>, 'linkedPlayer'>;
/** Null where the server no longer exists. */
type Found = FavoriteServer | null;

export function favoriteQuery(serverId: string) {
  return queryOptions({
    queryKey: ['favorites', serverId],
    queryFn: ({ signal }): Promise<Found> =>
      api('GET /ark/servers/{id}/details', { params: { id: serverId }, signal }).catch(nullIfGone),
  });
}

/** Several servers as one query: it has data as soon as the first server has, and fails if any of them failed. */
export function useFavoriteServers(serverIds: readonly string[]) {
  return useQueries({ queries: serverIds.map(favoriteQuery), combine });
}

function combine(results: UseQueryResult<Found>[]) {
  const servers = results.map(({ data }) => data);
  return {
    data: servers.some((server) => server !== undefined) ? servers : undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    failureReason: results.find(({ failureReason }) => failureReason !== null)?.failureReason ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}

function nullIfGone(error: unknown): null {
  if (hasCode(error, 'NOT_FOUND')) return null;
  throw error;
}
