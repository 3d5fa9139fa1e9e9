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

/** `fromId`: where the server is known to be. The portal refuses to move it from anywhere else. */
function putInto(clusterId: string, serverId: string, fromId: string | null) {
  return api('POST /ark/clusters/{id}/servers', {
    params: { id: clusterId },
    body: { serverId, fromClusterId: fromId },
  });
}

function takeOut(clusterId: string, serverId: string) {
  return api('DELETE /ark/clusters/{id}/servers/{serverId}', { params: { id: clusterId, serverId } });
}

/** Offers the way back, and says what came of it. */
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

/** A server is in one cluster at most: it leaves the one it was in. The toast is shown here: by then the dialog is gone. */
export function useAddClusterServer(cluster: Cluster) {
  const queryClient = useQueryClient();
  const offerUndo = useOfferUndo();
  return useMutation({
    mutationFn: ({ server, from }: Move) => putInto(cluster.id, server.id, from?.id ?? null),
    onSuccess: (_, { server: { id, name }, from }) => {
      const added = `${name} is in ${cluster.name} now`;
      if (from === undefined)
        offerUndo(`${added}.`, () => takeOut(cluster.id, id), `${name} is out of ${cluster.name}.`);
      else
        offerUndo(
          `${added}, and no longer in ${from.name}.`,
          () => putInto(from.id, id, cluster.id),
          `${name} is in ${from.name} again.`,
        );
    },
    // Someone else may have moved it: the lists say where it is now.
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
        `${name} is out of ${cluster.name}.`,
        () => putInto(cluster.id, id, null),
        `${name} is in ${cluster.name} again.`,
      );
    },
  });
}

function without(cluster: Cluster, serverId: string): Cluster {
  return { ...cluster, servers: cluster.servers.filter(({ id }) => id !== serverId) };
}
