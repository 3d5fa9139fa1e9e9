import { Text } from '@mantine/core';
import { useState } from 'react';
import { PageSection } from '../../../components/layout/page-section.tsx';
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

/** The whole in one sentence. Players that are not known are not counted as none. */
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
  return unknown === 0 ? players : `${players}, not known of ${counted(unknown, 'server')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
