import { useState } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { PickerOverlay } from '../../../components/dialogs/picker-overlay.tsx';
import { useAddClusterServer } from '../cluster-servers.mutations.ts';
import type { Cluster, ListedCluster, ServerChoice } from '../clusters.queries.ts';
import { ClusterMoveDialog } from './cluster-move-dialog.tsx';
import { ClusterServerChoices } from './cluster-server-choices.tsx';

type Props = { cluster: Cluster; onClose: () => void };
type Move = { server: ServerChoice; from: ListedCluster };

/** A server of no cluster comes in at once; one that would leave another cluster is asked about first. */
export function ClusterAddServerDialog({ cluster, onClose }: Props) {
  const [filter, setFilter] = useState('');
  const [move, setMove] = useState<Move>();
  const add = useAddClusterServer(cluster);
  const choose = (server: ServerChoice, from: ListedCluster | undefined) => {
    if (add.isPending) return;
    add.reset();
    if (from === undefined) add.mutate({ server, from }, { onSuccess: onClose });
    else setMove({ server, from });
  };
  if (move !== undefined) {
    return (
      <ClusterMoveDialog
        serverName={move.server.name}
        fromName={move.from.name}
        toName={cluster.name}
        isPending={add.isPending}
        error={add.error}
        onConfirm={() => add.mutate(move, { onSuccess: onClose })}
        onClose={() => setMove(undefined)}
      />
    );
  }
  return (
    <PickerOverlay title={`Add a server to ${cluster.name}`} onClose={onClose}>
      {add.error === null ? null : <ErrorNotice error={add.error} />}
      <ClusterServerChoices
        insideIds={new Set(cluster.servers.map(({ id }) => id))}
        filter={filter}
        onFilter={setFilter}
        onChoose={choose}
      />
    </PickerOverlay>
  );
}
