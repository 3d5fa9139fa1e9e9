import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from '../../components/toast.ts';
import { api } from '../../lib/api.ts';
import { clusterQuery, clustersQuery, type Cluster } from './clusters.queries.ts';

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

/** A server is in one cluster at most: it leaves the one it was in. */
function putInto(clusterId: string, serverId: string) {
  return api('POST /ark/clusters/{id}/servers', { params: { id: clusterId }, body: { serverId } });
}

function takeOut(clusterId: string, serverId: string) {
  return api('DELETE /ark/clusters/{id}/servers/{serverId}', { params: { id: clusterId, serverId } });
}

type NamedServer = { id: string; name: string };

/** Results are told here: by then the row or dialog that asked may be gone. */
export function useAddClusterServer(cluster: Cluster) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateClusters();
  return useMutation({
    mutationFn: async ({ id }: NamedServer) => {
      const clusters = await queryClient.fetchQuery(clustersQuery);
      await putInto(cluster.id, id);
      return clusters.find(({ servers }) => servers.some((server) => server.id === id));
    },
    onSuccess: (left, { id, name }) => {
      const undo = async () => {
        await (left === undefined ? takeOut(cluster.id, id) : putInto(left.id, id));
        toastSuccess(left === undefined ? `${name} is out of ${cluster.name}.` : `${name} is in ${left.name} again.`);
        await invalidate();
      };
      const from = left === undefined ? '' : `, and no longer in ${left.name}`;
      toastUndo(`${name} is in ${cluster.name} now${from}.`, () => void undo().catch(toastError));
      void invalidate();
    },
  });
}

export function useRemoveClusterServer(cluster: Cluster) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateClusters();
  return useMutation({
    mutationFn: ({ id }: NamedServer) => takeOut(cluster.id, id),
    onSuccess: (_, server) => {
      const undo = async () => {
        await putInto(cluster.id, server.id);
        toastSuccess(`${server.name} is in ${cluster.name} again.`);
        await invalidate();
      };
      toastUndo(`${server.name} is out of ${cluster.name}.`, () => void undo().catch(toastError));
      queryClient.setQueryData(clusterQuery(cluster.id).queryKey, (before) => before && without(before, server.id));
      void invalidate();
    },
    onError: toastError,
  });
}

function without(cluster: Cluster, serverId: string): Cluster {
  return { ...cluster, servers: cluster.servers.filter(({ id }) => id !== serverId) };
}
