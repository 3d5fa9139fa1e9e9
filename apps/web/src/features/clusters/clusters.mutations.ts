import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from '../../components/toast.ts';
import { api } from '../../lib/api.ts';
import { clusterQuery, type Cluster } from './clusters.queries.ts';

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

type NamedServer = { id: string; name: string };

/** Results are told here: by then the row or dialog that asked may be gone. */
export function useAddClusterServer(cluster: Cluster) {
  const invalidate = useInvalidateClusters();
  return useMutation({
    mutationFn: ({ id }: NamedServer) =>
      api('POST /ark/clusters/{id}/servers', { params: { id: cluster.id }, body: { serverId: id } }),
    onSuccess: (_, { name }) => {
      toastSuccess(`${name} is in ${cluster.name} now.`);
      void invalidate();
    },
  });
}

export function useRemoveClusterServer(cluster: Cluster) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateClusters();
  const add = useAddClusterServer(cluster);
  return useMutation({
    mutationFn: ({ id }: NamedServer) =>
      api('DELETE /ark/clusters/{id}/servers/{serverId}', { params: { id: cluster.id, serverId: id } }),
    onSuccess: (_, server) => {
      const undo = () => add.mutate(server, { onError: toastError });
      toastUndo(`${server.name} is out of ${cluster.name}.`, undo);
      queryClient.setQueryData(clusterQuery(cluster.id).queryKey, (before) => before && without(before, server.id));
      void invalidate();
    },
    onError: toastError,
  });
}

function without(cluster: Cluster, serverId: string): Cluster {
  return { ...cluster, servers: cluster.servers.filter(({ id }) => id !== serverId) };
}
