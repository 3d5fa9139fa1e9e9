import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useRemoveClusterServer } from '../cluster-servers.mutations.ts';
import type { Cluster, ClusterServer } from '../clusters.queries.ts';

type Props = { cluster: Cluster; server: ClusterServer; onClose: () => void };

/** Asks before a server leaves its cluster. */
export function ClusterRemoveServerDialog({ cluster, server, onClose }: Props) {
  const takeOut = useRemoveClusterServer(cluster);
  const [name, clusterName] = [server.name, cluster.name].map(visibleText);
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${name} from ${clusterName}`}
      confirmLabel="Remove from cluster"
      isPending={takeOut.isPending}
      error={takeOut.error}
      onConfirm={() => takeOut.mutate(server, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        {name} stays in the portal, but no longer shares its chat with the other servers in {clusterName}.
      </Text>
      <Text c="dimmed">Earlier messages stay in the cluster chat.</Text>
    </ConfirmDialog>
  );
}
