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
import { userHomeCode } from '../pages/home.page.tsx';
import { formatTime } from '../lib/text/format.ts';

/** Delay of work for idle time in browsers that cannot say when they are idle. */
const idleFallbackMs = 50;

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
    void queryClient.prefetchQuery(userHomeCode);
    prepareTimes();
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
    prepareTimes();
  },
  players: ({ context: { queryClient } }: Visit) => {
    void queryClient.prefetchQuery(onlineQuery);
  },
  clusters: ({ context: { queryClient } }: Visit) => {
    void queryClient.prefetchQuery(clustersQuery);
  },
  cluster: ({ context: { queryClient }, params: { clusterId } }: ClusterVisit) => {
    void queryClient.prefetchQuery(clusterQuery(clusterId));
  },
};

/** For chats. The formatters of the browser are slow to create: that happens while the data is loading. */
function prepareTimes(): void {
  whenIdle(() => formatTime(new Date().toISOString()), idleFallbackMs);
}
