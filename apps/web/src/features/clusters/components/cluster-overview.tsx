import { Text } from '@mantine/core';
import { useState } from 'react';
import { PageSection } from '../../../components/layout/page-section.tsx';
import type { Cluster, ClusterServer } from '../clusters.queries.ts';
import { ClusterServerTable } from './cluster-server-table.tsx';
import { ClusterRemoveServerDialog } from './cluster-remove-server-dialog.tsx';

type Props = { cluster: Cluster; canManage: boolean };

export function ClusterOverview({ cluster, canManage }: Props) {
  const [removing, setRemoving] = useState<ClusterServer>();
  return (
    <PageSection title="Servers">
      {cluster.servers.length === 0 ? (
        <Text>{canManage ? 'Add the first one below.' : 'An Admin can add servers.'}</Text>
      ) : (
        <ClusterServerTable servers={cluster.servers} onRemove={canManage ? setRemoving : undefined} />
      )}
      {removing === undefined ? null : (
        <ClusterRemoveServerDialog cluster={cluster} server={removing} onClose={() => setRemoving(undefined)} />
      )}
    </PageSection>
  );
}
