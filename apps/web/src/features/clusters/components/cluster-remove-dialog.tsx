import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useRemoveCluster } from '../clusters.mutations.ts';
import type { Cluster } from '../clusters.queries.ts';
import { lastCluster } from '../last-cluster.ts';

type Props = { cluster: Cluster; onClose: () => void };

export function ClusterRemoveDialog({ cluster, onClose }: Props) {
  const remove = useRemoveCluster(cluster.id);
  const navigate = useNavigate();
  const finish = () => {
    toastSuccess(`${cluster.name} removed.`);
    if (lastCluster.get() === cluster.id) lastCluster.set(null);
    void navigate({ to: '/arkbot/clusters' });
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${cluster.name}`}
      confirmLabel="Remove cluster"
      isDangerous
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>{cluster.name} will be removed. Its servers stay, but no longer share a chat. This can't be undone.</Text>
    </ConfirmDialog>
  );
}
