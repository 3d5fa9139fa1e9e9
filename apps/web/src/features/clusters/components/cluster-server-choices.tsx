import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PickerFilter } from '../../../components/dialogs/picker-filter.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { serversQuery, type ListedServer } from '../../../lib/servers/servers.queries.ts';
import { clustersQuery, type ListedCluster } from '../clusters.queries.ts';

type Props = {
  /** Servers that are already in the cluster. */
  insideIds: ReadonlySet<string>;
  filter: string;
  onFilter: (filter: string) => void;
  /** `from`: the cluster that the server would leave. */
  onChoose: (server: ListedServer, from: ListedCluster | undefined) => void;
};

/** The servers that can be added, each with its current cluster. */
export function ClusterServerChoices({ insideIds, filter, onFilter, onChoose }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const clusters = useQuery(clustersQuery);
  const servers = useQuery(serversQuery(filter));
  return (
    <>
      <Group>
        <PickerFilter
          label="Filter by name"
          filter={filter}
          onFilter={onFilter}
          onLeave={() => grid.current?.focus()}
        />
      </Group>
      <QueryRegion query={clusters} skeletonHeight={400}>
        {(all) => {
          const clusterOf = new Map(all.flatMap((cluster) => cluster.servers.map(({ id }) => [id, cluster] as const)));
          return (
            <QueryRegion query={servers} skeletonHeight={400}>
              {(found) => {
                const rows = found.filter(({ id }) => !insideIds.has(id));
                if (rows.length === 0) return <Text c="dimmed">No servers found.</Text>;
                return (
                  <VirtualGrid
                    key={filter}
                    ref={grid}
                    label="Servers"
                    rows={rows}
                    columns={columnsFor(clusterOf)}
                    onChoose={(server) => onChoose(server, clusterOf.get(server.id))}
                  />
                );
              }}
            </QueryRegion>
          );
        }}
      </QueryRegion>
    </>
  );
}

function columnsFor(clusterOf: ReadonlyMap<string, ListedCluster>) {
  return [
    { key: 'name', label: 'Name', width: 'minmax(0, 1fr)', render: ({ name }) => <PlainText text={name} /> },
    {
      key: 'state',
      label: 'State',
      width: '104px',
      isWideOnly: true,
      render: ({ state }) => <ServerStateDot state={state} />,
    },
    {
      key: 'cluster',
      label: 'Current cluster',
      width: 'minmax(0, 1fr)',
      render: ({ id }) => <PlainText text={clusterOf.get(id)?.name ?? ''} />,
    },
  ] satisfies GridColumn<ListedServer>[];
}
