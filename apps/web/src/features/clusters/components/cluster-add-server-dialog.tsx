import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { PickerFilter } from '../../../components/picker-filter.tsx';
import { PickerOverlay } from '../../../components/picker-overlay.tsx';
import { PlainText } from '../../../components/plain-text.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import type { GridColumn } from '../../../components/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid.tsx';
import { serverStateLooks } from '../../../lib/server-states.ts';
import { useAddClusterServer } from '../clusters.mutations.ts';
import { clustersQuery, serverChoicesQuery, type Cluster, type ServerChoice } from '../clusters.queries.ts';

type Props = { cluster: Cluster; onClose: () => void };

/** A server is in one cluster at most: where it would leave another one, the list says so. */
export function ClusterAddServerDialog({ cluster, onClose }: Props) {
  const [filter, setFilter] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const query = useQuery(serverChoicesQuery(filter));
  const add = useAddClusterServer(cluster);
  const columns = columnsFor(useClusterNames());
  const inside = new Set(cluster.servers.map(({ id }) => id));
  const choose = (server: ServerChoice) => {
    if (!add.isPending) add.mutate(server, { onSuccess: onClose });
  };
  return (
    <PickerOverlay title={`Add a server to ${cluster.name}`} onClose={onClose}>
      <PickerFilter label="Filter by name" filter={filter} onFilter={setFilter} onLeave={() => grid.current?.focus()} />
      {add.error === null ? null : <ErrorNotice error={add.error} />}
      <QueryRegion query={query} skeletonHeight={400}>
        {(servers) => {
          const rows = servers.filter(({ id }) => !inside.has(id));
          if (rows.length === 0) return <Text c="dimmed">No servers found.</Text>;
          return (
            <VirtualGrid key={filter} ref={grid} label="Servers" rows={rows} columns={columns} onChoose={choose} />
          );
        }}
      </QueryRegion>
    </PickerOverlay>
  );
}

/** The name of the cluster that a server is in, by the server's id. */
function useClusterNames(): ReadonlyMap<string, string> {
  const { data: clusters = [] } = useQuery(clustersQuery);
  return new Map(clusters.flatMap(({ name, servers }) => servers.map(({ id }) => [id, name] as const)));
}

function columnsFor(clusterNames: ReadonlyMap<string, string>) {
  return [
    { key: 'name', label: 'Name', width: 'minmax(0, 1fr)', render: ({ name }) => <PlainText text={name} /> },
    {
      key: 'state',
      label: 'State',
      width: '104px',
      isWideOnly: true,
      render: ({ state }) => <StatusDot {...serverStateLooks[state]} />,
    },
    {
      key: 'cluster',
      label: 'Now in',
      width: 'minmax(0, 1fr)',
      render: ({ id }) => <PlainText text={clusterNames.get(id) ?? ''} />,
    },
  ] satisfies GridColumn<ServerChoice>[];
}
