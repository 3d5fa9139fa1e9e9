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
      <Text c="dimmed">{summarizeServers(cluster.servers)}</Text>
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

/** A one-sentence summary. Unknown player counts are not counted as zero. */
export function summarizeServers(servers: readonly ClusterServer[]): string {
  if (servers.length === 0) return 'No servers';
  const online = servers.filter(({ state }) => state === 'up' || state === 'degraded').length;
  return `${online} of ${counted(servers.length, 'server')} online · ${summarizePlayers(servers)}`;
}

function summarizePlayers(servers: readonly ClusterServer[]): string {
  const counts = servers.map(({ playerCount }) => playerCount).filter((count) => count !== null);
  if (counts.length === 0) return 'players not known';
  const players = counted(
    counts.reduce((sum, count) => sum + count, 0),
    'player',
  );
  const unknown = servers.length - counts.length;
  return unknown === 0 ? players : `${players}, unknown for ${counted(unknown, 'server')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
