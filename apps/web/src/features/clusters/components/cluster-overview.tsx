import { Text } from '@mantine/core';
import { useState } from 'react';
import { PageSection } from '../../../components/layout/page-section.tsx';
import { summarizeServers } from '../cluster-totals.ts';
import type { Cluster, ClusterServer } from '../clusters.queries.ts';
import { ClusterServerTable } from './cluster-server-table.tsx';
import { ClusterTakeOutDialog } from './cluster-take-out-dialog.tsx';

type Props = { cluster: Cluster; canManage: boolean };

export function ClusterOverview({ cluster, canManage }: Props) {
  const [leaving, setLeaving] = useState<ClusterServer>();
  return (
    <PageSection title="Servers">
      <Text c="dimmed">{summarizeServers(cluster.servers)}</Text>
      {cluster.servers.length === 0 ? (
        <Text>{canManage ? 'Add the first one below.' : 'An Admin can add some.'}</Text>
      ) : (
        <ClusterServerTable servers={cluster.servers} onRemove={canManage ? setLeaving : undefined} />
      )}
      {leaving === undefined ? null : (
        <ClusterTakeOutDialog cluster={cluster} server={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </PageSection>
  );
}
