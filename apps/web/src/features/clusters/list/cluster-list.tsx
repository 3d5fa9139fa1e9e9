import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { RowLink } from '../../../components/buttons/row-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { PlayerTotal } from '../../../components/display/player-total.tsx';
import { ServersTrend } from '../../../components/display/server-trend.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { serversQuery } from '../../../lib/servers/servers.queries.ts';
import { clustersQuery } from '../clusters.queries.ts';
import { isClusterMatch, toClusterRows, type ClusterRow } from './cluster-rows.ts';
import classes from './cluster-list.module.css';

type Props = { filter: string; onChoose: (clusterId: string) => void };

const refetchMs = 15_000;
/** The counts of more servers would be asked for in several calls, for one small picture. */
const maxTrendServers = 60;

/** All clusters, with how many of their servers are up and who plays there. */
export function ClusterList({ filter, onChoose }: Props) {
  const query = useQuery({ ...clustersQuery, refetchInterval: refetchMs });
  const { data: servers = [] } = useQuery({ ...serversQuery(''), refetchInterval: refetchMs });
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <QueryRegion query={query} skeletonHeight={240}>
      {(clusters) => {
        const found = clusters.filter((cluster) => isClusterMatch(cluster, filter));
        if (found.length === 0) return <Text c="dimmed">No clusters found.</Text>;
        return (
          <div className={classes.list}>
            <VirtualGrid
              label="All clusters"
              rows={toClusterRows(found, servers)}
              columns={isPhone ? phoneColumns : wideColumns}
              rowHeight={isPhone ? 60 : 48}
              onChoose={({ id }) => onChoose(id)}
            />
          </div>
        );
      }}
    </QueryRegion>
  );
}

const wideColumns: GridColumn<ClusterRow>[] = [
  { key: 'name', label: 'Name', width: 'minmax(160px, 1.8fr)', render: Name },
  { key: 'servers', label: 'Servers', width: 'minmax(0, 1fr)', render: serversText },
  {
    key: 'players',
    label: 'Players',
    width: '96px',
    isNumber: true,
    render: ({ playerCount }) => <PlayerTotal count={playerCount} max={null} />,
  },
  { key: 'trend', label: 'Last 24 h', width: '160px', render: Trend },
];

const phoneColumns: GridColumn<ClusterRow>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(0, 1fr)',
    render: (row) => (
      <>
        <Name {...row} />
        <span className={classes.secondLine}>
          {serversText(row)}
          {row.playerCount === null ? '' : ` · ${row.playerCount} ${row.playerCount === 1 ? 'player' : 'players'}`}
        </span>
      </>
    ),
  },
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
