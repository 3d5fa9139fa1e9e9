import { useState } from 'react';
import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PickerOverlay } from '../../../components/dialogs/picker-overlay.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import type { ListedServer } from '../../../lib/servers/servers.queries.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useAddClusterServer } from '../cluster-servers.mutations.ts';
import type { Cluster, ListedCluster } from '../clusters.queries.ts';
import { ClusterServerChoices } from './cluster-server-choices.tsx';

type Props = { cluster: Cluster; onClose: () => void };
type Move = { server: ListedServer; from: ListedCluster };

/** A server without a cluster is added at once; moving one out of another cluster needs a confirmation. */
export function ClusterAddServerDialog({ cluster, onClose }: Props) {
  const [filter, setFilter] = useState('');
  const [move, setMove] = useState<Move>();
  const add = useAddClusterServer(cluster);
  const choose = (server: ListedServer, from: ListedCluster | undefined) => {
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

type ClusterMoveDialogProps = {
  serverName: string;
  fromName: string;
  toName: string;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a server changes its cluster. */
function ClusterMoveDialog({ serverName, fromName, toName, ...dialog }: ClusterMoveDialogProps) {
  const [server, from, to] = [serverName, fromName, toName].map(visibleText);
  return (
    <ConfirmDialog isOpen title={`Move ${server} to ${to}`} confirmLabel="Move" {...dialog}>
      <Text>
        <PlainText text={`${server} leaves ${from} and joins ${to}.`} />
      </Text>
      <Text c="dimmed">
        <PlainText text={`It will share its chat with the servers in ${to} instead of those in ${from}.`} /> Earlier
        messages stay in the chat of the cluster they were sent in.
      </Text>
    </ConfirmDialog>
  );
}
