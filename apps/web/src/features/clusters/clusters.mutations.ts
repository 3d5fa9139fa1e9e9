import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { clusterQuery } from './clusters.queries.ts';

function useInvalidateClusters() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['clusters'] });
}

export function useCreateCluster() {
  const invalidate = useInvalidateClusters();
  return useMutation({
    mutationFn: (clusterName: string) => api('POST /ark/clusters', { body: { clusterName } }),
    onSuccess: () => void invalidate(),
  });
}

export function useRenameCluster(clusterId: string) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateClusters();
  return useMutation({
    mutationFn: (clusterName: string) =>
      api('PUT /ark/clusters/{id}', { params: { id: clusterId }, body: { clusterName } }),
    onSuccess: ({ name }) => {
      queryClient.setQueryData(clusterQuery(clusterId).queryKey, (cluster) => cluster && { ...cluster, name });
      void invalidate();
    },
  });
}

export function useRemoveCluster(clusterId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /ark/clusters/{id}', { params: { id: clusterId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['clusters', 'list'] }),
  });
}
