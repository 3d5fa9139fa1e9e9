import type { ReplyInput } from '@tribehall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { hasCode } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';

type Details = ReplyInput<'GET /ark/servers/{id}/details'>;

/** A server as everyone sees it. The user's own characters are part of the user. */
export type Server = Omit<Details, 'linkedPlayer'>;

export function serverQuery(serverId: string) {
  return queryOptions({
    queryKey: ['servers', 'details', serverId],
    queryFn: async ({ client, signal }): Promise<Server> => {
      const details = api('GET /ark/servers/{id}/details', { params: { id: serverId }, signal });
      const { linkedPlayer: _, ...server } = await details.catch((error: unknown) => {
        if (hasCode(error, 'NOT_FOUND')) forget(client, serverId);
        throw error;
      });
      return server;
    },
  });
}

/** A query retains its data when a refetch fails, but a server that is gone must not stay visible. */
function forget(client: QueryClient, serverId: string): void {
  const { queryKey } = serverQuery(serverId);
  client.getQueryCache().find({ queryKey })?.setState({ data: undefined, status: 'pending' });
}

/** The agent the portal offers; it changes when the portal is updated. */
export function agentQuery() {
  return queryOptions({
    queryKey: ['servers', 'agent'],
    queryFn: ({ signal }) => api('GET /ark/agent', { signal }),
    staleTime: 5 * 60_000,
  });
}

/** The round trip to the game, measured when one comes to the page and on request. The game is asked for it each time. */
export function pingQuery(serverId: string) {
  return queryOptions({
    queryKey: ['ping', serverId],
    queryFn: ({ signal }) => api('POST /ark/servers/{id}/ping', { params: { id: serverId }, signal }),
    staleTime: 60_000,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}
