import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { clusterQuery, clustersQuery } from '../features/clusters/clusters.queries.ts';
import { homeQuery } from '../features/home/home.queries.ts';
import { onlineQuery, serverEventsQuery } from '../features/people/people.queries.ts';
import { playersQuery } from '../features/players/players.queries.ts';
import { serverQuery } from '../features/servers/servers.queries.ts';
import { statsQuery } from '../features/stats/stats.queries.ts';
import { meQuery } from '../features/users/users.queries.ts';
import { token } from '../lib/api/session.ts';
import { serversQuery } from '../lib/servers/servers.queries.ts';

/** What the loaders of routes get. */
export type RouterContext = { queryClient: QueryClient };

type Visit = { context: RouterContext };
type ServerVisit = Visit & { params: { serverId: string } };
type ClusterVisit = Visit & { params: { clusterId: string } };

/**
 * Loaders that start fetching what a page shows first, while its code is loading. They wait for nothing, and leave failures
 * to the page, which fetches again.
 */
export const prefetch = {
  user: ({ context }: Visit) => start(context, [meQuery]),
  home: ({ context }: Visit) => {
    if (token.get() === null) start(context, [statsQuery]);
    else start(context, [meQuery, homeQuery, onlineQuery]);
  },
  servers: ({ context }: Visit) => start(context, [serversQuery('')]),
  server: ({ context, params: { serverId } }: ServerVisit) =>
    start(context, [serverQuery(serverId), playersQuery(serverId), serverEventsQuery(serverId)]),
  serverPlayers: ({ context, params: { serverId } }: ServerVisit) =>
    start(context, [serverQuery(serverId), playersQuery(serverId)]),
  ofServer: ({ context, params: { serverId } }: ServerVisit) => start(context, [serverQuery(serverId)]),
  players: ({ context }: Visit) => start(context, [onlineQuery]),
  clusters: ({ context }: Visit) => start(context, [clustersQuery]),
  cluster: ({ context, params: { clusterId } }: ClusterVisit) => start(context, [clusterQuery(clusterId)]),
};

// The data of each query has its own type, of which nothing is used here.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyQuery = FetchQueryOptions<any, Error, any, any>;

function start({ queryClient }: RouterContext, queries: readonly AnyQuery[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query as FetchQueryOptions);
}
