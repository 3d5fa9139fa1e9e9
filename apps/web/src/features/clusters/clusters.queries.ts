import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type ListedCluster = ReplyInput<'GET /ark/clusters'>[number];
export type Cluster = ReplyInput<'GET /ark/clusters/{id}/details'>;
export type ClusterServer = Cluster['servers'][number];

export const clustersQuery = queryOptions({
  queryKey: ['clusters', 'list'],
  queryFn: ({ signal }) => api('GET /ark/clusters', { signal }),
});

export function clusterQuery(clusterId: string) {
  return queryOptions({
    queryKey: ['clusters', 'details', clusterId],
    queryFn: ({ signal }) => api('GET /ark/clusters/{id}/details', { params: { id: clusterId }, signal }),
  });
}

export function clusterPlayersQuery(clusterId: string) {
  return queryOptions({
    queryKey: ['clusters', 'players', clusterId],
    queryFn: ({ signal }) => api('GET /ark/clusters/{id}/players', { params: { id: clusterId }, signal }),
  });
}
