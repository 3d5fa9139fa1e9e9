import { Text } from '@mantine/core';
import { PageSection } from '../../../components/page-section.tsx';
import { summarizeServers } from '../cluster-totals.ts';
import { useRemoveClusterServer } from '../clusters.mutations.ts';
import type { Cluster } from '../clusters.queries.ts';
import { ClusterServerTable } from './cluster-server-table.tsx';

type Props = { cluster: Cluster; canManage: boolean };

export function ClusterOverview({ cluster, canManage }: Props) {
  const removeServer = useRemoveClusterServer(cluster);
  return (
    <PageSection title="Servers">
      <Text c="dimmed">{summarizeServers(cluster.servers)}</Text>
      {cluster.servers.length === 0 ? (
        <Text>{canManage ? 'Add the first one below.' : 'An Admin can add some.'}</Text>
      ) : (
        <ClusterServerTable
          servers={cluster.servers}
          onRemove={canManage ? (server) => removeServer.mutate(server) : undefined}
        />
      )}
    </PageSection>
  );
}
