import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Network } from 'lucide-react';
import type { ReactNode } from 'react';
import { RowLink } from '../../../components/buttons/row-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { PlayerTotal } from '../../../components/display/player-total.tsx';
import { ServersTrend } from '../../../components/display/server-trend.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { useUrlSort } from '../../../components/table/use-url-sort.ts';
import { serversQuery } from '../../../lib/servers/servers.queries.ts';
import { clustersQuery } from '../clusters.queries.ts';
import { isClusterMatch, toClusterRows, type ClusterRow } from './cluster-rows.ts';

type Props = {
  filter: string;
  onChoose: (clusterId: string) => void;
  onClearFilter: () => void;
  /** What creates a cluster: below the list, or in place of an empty one. */
  create: ReactNode;
};

const refetchMs = 15_000;
/** The counts of more servers would be asked for in several calls, for one small picture. */
const maxTrendServers = 60;

/** All clusters, with how many of their servers are up and who plays there. */
export function ClusterList({ filter, onChoose, onClearFilter, create }: Props) {
  const query = useQuery({ ...clustersQuery, refetchInterval: refetchMs });
  const { data: servers = [] } = useQuery({ ...serversQuery(''), refetchInterval: refetchMs });
  const sorting = useUrlSort(columns, undefined);
  // Also while the list is not known.
  const createBelow = query.data?.length === 0 ? null : create;
  return (
    <Stack gap="lg">
      <QueryRegion query={query} skeleton={<TableSkeleton rows={5} />}>
        {(clusters) => {
          if (clusters.length === 0)
            return (
              <Notice icon={Network} title="No clusters found." action={create}>
                <Text c="dimmed">A cluster links servers: their players share one chat.</Text>
              </Notice>
            );
          const found = clusters.filter((cluster) => isClusterMatch(cluster, filter));
          return found.length === 0 ? (
            <Notice icon={Network} title="No clusters found." action={<ClearButton onClear={onClearFilter} />}>
              <Text c="dimmed">No cluster and no server matches your search.</Text>
            </Notice>
          ) : (
            <DataTable
              id="clusters"
              label="All clusters"
              rows={toClusterRows(found, servers)}
              columns={columns}
              sorting={sorting}
              onChoose={({ id }) => onChoose(id)}
            />
          );
        }}
      </QueryRegion>
      {createBelow}
    </Stack>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="default" onClick={onClear}>
      Clear search
    </Button>
  );
}

const columns: TableColumn<ClusterRow>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(160px, 1.8fr)',
    onCard: 'title',
    value: ({ name }) => name,
    render: Name,
  },
  {
    key: 'servers',
    label: 'Servers',
    width: 'minmax(0, 1fr)',
    isOptional: true,
    onCard: 'bare',
    firstOrder: 'desc',
    value: ({ onlineCount }) => onlineCount,
    csv: serversText,
    render: serversText,
  },
  {
    key: 'players',
    label: 'Players',
    width: '96px',
    isNumber: true,
    isOptional: true,
    firstOrder: 'desc',
    value: ({ playerCount }) => playerCount,
    render: ({ playerCount }) => <PlayerTotal count={playerCount} max={null} />,
  },
  { key: 'trend', label: 'Last 24 h', width: '160px', isOptional: true, onCard: 'hidden', render: Trend },
];

function Name({ id, name }: ClusterRow) {
  return (
    <RowLink href={`/arkbot/clusters/${encodeURIComponent(id)}`}>
      <PlainText text={name} />
    </RowLink>
  );
}

function serversText({ serverIds, onlineCount }: ClusterRow): string {
  return serverIds.length === 0 ? 'No servers' : `${onlineCount} of ${serverIds.length} online`;
}

function Trend({ serverIds }: ClusterRow) {
  if (serverIds.length === 0 || serverIds.length > maxTrendServers) return null;
  return <ServersTrend serverIds={serverIds} />;
}
