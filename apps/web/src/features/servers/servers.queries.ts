import type { ReplyInput } from '@tribehall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { hasCode } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';

export type ListedServer = ReplyInput<'GET /ark/servers'>[number];
type Details = ReplyInput<'GET /ark/servers/{id}/details'>;

/** A server as everyone sees it. Who of its players the user is, the user says. */
export type Server = Omit<Details, 'linkedPlayer'>;

/** By name; the server filters, case-insensitively. */
export function serversQuery(nameFilter = '') {
  return queryOptions({
    queryKey: ['servers', 'list', nameFilter],
    queryFn: ({ signal }) => api('GET /ark/servers', { query: { ...(nameFilter !== '' && { nameFilter }) }, signal }),
    placeholderData: keepPreviousData,
  });
}

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

/** A query keeps its last answer when the next one fails; of a server that is gone nothing may stay on show. */
function forget(client: QueryClient, serverId: string): void {
  const { queryKey } = serverQuery(serverId);
  client.getQueryCache().find({ queryKey })?.setState({ data: undefined, status: 'pending' });
}

/** Which agent the portal offers; it changes when the portal is updated. */
export function agentQuery() {
  return queryOptions({
    queryKey: ['servers', 'agent'],
    queryFn: ({ signal }) => api('GET /ark/agent', { signal }),
    staleTime: 5 * 60_000,
  });
}
