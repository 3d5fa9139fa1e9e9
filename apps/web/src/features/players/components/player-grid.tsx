import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { usePlayersLive } from '../players.live.ts';
import { playersQuery, type Player } from '../players.queries.ts';
import classes from './player-grid.module.css';

type Props = {
  serverId: string;
  filter?: string;
  currentId?: string | undefined;
  onChoose: (player: Player) => void;
};

/** The online players of a known server, live. */
export function PlayerGrid({ serverId, filter = '', currentId, onChoose }: Props) {
  const query = useQuery(playersQuery(serverId));
  usePlayersLive(serverId);
  return (
    <QueryRegion query={query} skeletonHeight={240}>
      {(players) => {
        const found = players.filter((player) => isMatch(player, filter));
        return found.length === 0 ? (
          <Text c="dimmed">No players found.</Text>
        ) : (
          <div className={classes.list}>
            <VirtualGrid
              label="Online players"
              rows={found}
              columns={columns}
              currentId={currentId}
              onChoose={onChoose}
            />
          </div>
        );
      }}
    </QueryRegion>
  );
}

const columns: GridColumn<Player>[] = [
  { key: 'name', label: 'Name', width: 'minmax(0, 1fr)', render: ({ name }) => <PlainText text={name} /> },
  {
    key: 'survivor',
    label: 'Survivor',
    width: 'minmax(0, 1fr)',
    render: ({ survivor }) => (survivor === null ? '' : <PlainText text={survivor} />),
  },
  {
    key: 'since',
    label: 'Online since',
    width: '200px',
    isWideOnly: true,
    render: ({ joinedAt }) => <time dateTime={joinedAt}>{formatDateTime(joinedAt)}</time>,
  },
];

function isMatch({ name, survivor, id }: Player, filter: string): boolean {
  const wanted = filter.toLowerCase();
  return [name, survivor ?? '', id].some((text) => text.toLowerCase().includes(wanted));
}
