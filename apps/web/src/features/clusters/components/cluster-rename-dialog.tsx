import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useRenameCluster } from '../clusters.mutations.ts';
import type { Cluster } from '../clusters.queries.ts';
import { ClusterNameDialog } from './cluster-name-dialog.tsx';

type Props = { cluster: Cluster; onClose: () => void };

export function ClusterRenameDialog({ cluster, onClose }: Props) {
  const rename = useRenameCluster(cluster.id);
  const finish = ({ name }: { name: string }) => {
    toastSuccess(`The cluster is called ${name} now.`);
    onClose();
  };
  return (
    <ClusterNameDialog
      title="Rename cluster"
      submitLabel="Rename"
      name={cluster.name}
      isPending={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutate(name, { onSuccess: finish })}
      onClose={onClose}
    />
  );
}
