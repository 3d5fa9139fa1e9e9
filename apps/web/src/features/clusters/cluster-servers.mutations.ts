import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { clusterQuery, type Cluster } from './clusters.queries.ts';

type Named = { id: string; name: string };
type Move = {
  server: Named;
  /** The cluster that the server leaves. */
  from: Named | undefined;
};

/** `fromId`: the cluster the server is believed to be in. The portal refuses the move if it is in another one. */
function putInto(clusterId: string, serverId: string, fromId: string | null) {
  return api('POST /ark/clusters/{id}/servers', {
    params: { id: clusterId },
    body: { serverId, fromClusterId: fromId },
  });
}

function takeOut(clusterId: string, serverId: string) {
  return api('DELETE /ark/clusters/{id}/servers/{serverId}', { params: { id: clusterId, serverId } });
}

/** Offers to undo the change, and reports how that went. */
function useOfferUndo() {
  const queryClient = useQueryClient();
  const invalidate = () => void queryClient.invalidateQueries({ queryKey: ['clusters'] });
  return (done: string, undo: () => Promise<unknown>, undone: string) => {
    toastUndo(
      done,
      () =>
        void undo()
          .then(() => toastSuccess(undone), toastError)
          .finally(invalidate),
    );
    invalidate();
  };
}

/** A server is in one cluster at most. The toast is shown here because the dialog has closed by then. */
export function useAddClusterServer(cluster: Cluster) {
  const queryClient = useQueryClient();
  const offerUndo = useOfferUndo();
  return useMutation({
    mutationFn: ({ server, from }: Move) => putInto(cluster.id, server.id, from?.id ?? null),
    onSuccess: (_, { server: { id, name }, from }) => {
      if (from === undefined)
        offerUndo(
          `${name} added to ${cluster.name}.`,
          () => takeOut(cluster.id, id),
          `${name} removed from ${cluster.name}.`,
        );
      else
        offerUndo(
          `${name} moved from ${from.name} to ${cluster.name}.`,
          () => putInto(from.id, id, cluster.id),
          `${name} is back in ${from.name}.`,
        );
    },
    // Someone else may have moved it: the refreshed lists show where it is now.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['clusters'] }),
  });
}

export function useRemoveClusterServer(cluster: Cluster) {
  const queryClient = useQueryClient();
  const offerUndo = useOfferUndo();
  return useMutation({
    mutationFn: ({ id }: Named) => takeOut(cluster.id, id),
    onSuccess: (_, { id, name }) => {
      queryClient.setQueryData(clusterQuery(cluster.id).queryKey, (before) => before && without(before, id));
      offerUndo(
        `${name} removed from ${cluster.name}.`,
        () => putInto(cluster.id, id, null),
        `${name} is back in ${cluster.name}.`,
      );
    },
  });
}

function without(cluster: Cluster, serverId: string): Cluster {
  return { ...cluster, servers: cluster.servers.filter(({ id }) => id !== serverId) };
}
