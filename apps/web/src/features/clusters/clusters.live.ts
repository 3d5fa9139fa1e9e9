import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { clusterPlayersQuery, clusterQuery, clustersQuery, type Cluster } from './clusters.queries.ts';

const playersAgainMs = 500;

/** Keeps a known cluster up to date: servers, states and players. An unknown id would fail the whole stream. */
export function useClusterLive(clusterId: string, isKnown: boolean): void {
  const queryClient = useQueryClient();
  const { queryKey } = clusterQuery(clusterId);
  const refreshPlayers = useThrottledCallback(
    () => void queryClient.invalidateQueries({ queryKey: clusterPlayersQuery(clusterId).queryKey }),
    playersAgainMs,
  );
  useLive(
    `clusters.state/${clusterId}`,
    (messages) => {
      const last = messages.at(-1);
      if (last?.event === 'gone') void queryClient.invalidateQueries({ queryKey });
      else if (last !== undefined) {
        putLive(queryClient, queryKey, last.data);
        putName(queryClient, last.data);
        refreshPlayers();
      }
    },
    isKnown,
  );
}

/** The list of the picker shows names too. */
function putName(queryClient: QueryClient, { id, name }: Cluster): void {
  queryClient.setQueryData(clustersQuery.queryKey, (clusters) =>
    clusters?.map((cluster) => (cluster.id === id ? { ...cluster, name } : cluster)),
  );
}
