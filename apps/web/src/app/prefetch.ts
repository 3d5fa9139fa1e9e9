import type { QueryClient } from '@tanstack/react-query';
import { clusterQuery, clustersQuery } from '../features/clusters/clusters.queries.ts';
import { homeQuery } from '../features/home/home.queries.ts';
import { onlineQuery, serverEventsQuery } from '../features/people/people.queries.ts';
import { playersQuery } from '../features/players/players.queries.ts';
import { serverQuery } from '../features/servers/servers.queries.ts';
import { siteQuery } from '../features/site/site.queries.ts';
import { statsQuery } from '../features/stats/stats.queries.ts';
import { meQuery } from '../features/users/users.queries.ts';
import { token } from '../lib/api/session.ts';
import { whenIdle } from '../lib/browser/when-idle.ts';
import { serversQuery } from '../lib/servers/servers.queries.ts';
import { formatTime } from '../lib/text/format.ts';
import { compareNames } from '../lib/text/text-order.ts';

/** Formats and orders of the browser load slowly: for pages that show them at once, that is while the network is awaited. */
const fallbackMs = 50;

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
  user: ({ context: { queryClient } }: Visit) => {
    void queryClient.prefetchQuery(meQuery);
    void queryClient.prefetchQuery(siteQuery);
  },
  home: ({ context: { queryClient } }: Visit) => {
    if (token.get() === null) {
      void queryClient.prefetchQuery(statsQuery);
      return;
    }
    void queryClient.prefetchQuery(meQuery);
    void queryClient.prefetchQuery(siteQuery);
    void queryClient.prefetchQuery(homeQuery);
    void queryClient.prefetchQuery(onlineQuery);
  },
  servers: ({ context: { queryClient } }: Visit) => {
    void queryClient.prefetchQuery(serversQuery(''));
  },
  server: ({ context: { queryClient }, params: { serverId } }: ServerVisit) => {
    void queryClient.prefetchQuery(serverQuery(serverId));
    void queryClient.prefetchQuery(playersQuery(serverId));
    void queryClient.prefetchQuery(serverEventsQuery(serverId));
  },
  serverPlayers: ({ context: { queryClient }, params: { serverId } }: ServerVisit) => {
    void queryClient.prefetchQuery(serverQuery(serverId));
    void queryClient.prefetchQuery(playersQuery(serverId));
  },
  ofServer: ({ context: { queryClient }, params: { serverId } }: ServerVisit) => {
    void queryClient.prefetchQuery(serverQuery(serverId));
  },
  serverChat: (visit: ServerVisit) => {
    prefetch.ofServer(visit);
    whenIdle(() => formatTime(new Date().toISOString()), fallbackMs);
  },
  players: ({ context: { queryClient } }: Visit) => {
    void queryClient.prefetchQuery(onlineQuery);
    prepareOrder();
  },
  clusters: ({ context: { queryClient } }: Visit) => {
    prepareOrder();
    void queryClient.prefetchQuery(clustersQuery);
  },
  cluster: ({ context: { queryClient }, params: { clusterId } }: ClusterVisit) => {
    void queryClient.prefetchQuery(clusterQuery(clusterId));
  },
};

/** For lists in the order of their names. */
function prepareOrder(): void {
  whenIdle(() => compareNames('', ''), fallbackMs);
}
