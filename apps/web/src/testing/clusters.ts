import type { Cluster, ClusterServer } from '../features/clusters/clusters.queries.ts';

export function buildClusterServer(changes: Partial<ClusterServer> = {}): ClusterServer {
  return {
    id: 's1',
    name: 'The Island',
    isConnected: true,
    state: 'up',
    stateReason: null,
    map: 'TheIsland_WP',
    playerCount: 3,
    maxPlayers: null,
    ...changes,
  };
}

export function buildCluster(changes: Partial<Cluster> = {}): Cluster {
  return { id: 'c1', name: 'Crossark', servers: [buildClusterServer()], ...changes };
}
