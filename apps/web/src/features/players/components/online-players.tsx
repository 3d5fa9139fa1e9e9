import { Text } from '@mantine/core';
import { WifiOff } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { useConnection } from '../../../lib/api/use-connection.ts';
import type { ServerAbility } from '../player-actions.ts';
import { usePlayersLive } from '../players.live.ts';
import { playersQuery, type Player } from '../players.queries.ts';

const columns: TableColumn<Player>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(0, 1fr)',
    onCard: 'title',
    value: ({ name }) => name,
    render: ({ id, name }) => <PlayerLink playerId={id} name={name} isPeek hasFace />,
  },
  {
    key: 'survivor',
    label: 'Survivor',
    width: 'minmax(0, 1fr)',
    isOptional: true,
    value: ({ survivor }) => survivor,
    render: ({ survivor }) => (survivor === null ? '' : <PlainText text={survivor} />),
  },
  {
    key: 'since',
    label: 'Online since',
    width: '200px',
    isOptional: true,
    firstOrder: 'desc',
    value: ({ joinedAt }) => joinedAt,
    render: ({ joinedAt }) => <TimeAgo at={joinedAt} />,
  },
];

type Props = {
  server: ServerAbility & { id: string };
  filter: string;
  currentId: string | undefined;
  onChoose: (playerId: string) => void;
};

const reasons = { offline: 'The server is not connected.', down: "The game isn't responding." } as const;

/** The list, or the reason why there is none. */
export function OnlinePlayers({ server, filter, currentId, onChoose }: Props) {
  const isKnown = useConnection() === 'connected';
  if (server.state === 'offline' || server.state === 'down') {
    return (
      <Notice icon={WifiOff} title="We don't know who is online right now." role="status">
        <Text c="dimmed">
          {isKnown ? reasons[server.state] : "We can't reach the portal."} The list will come back automatically.
        </Text>
      </Notice>
    );
  }
  return <PlayerGrid serverId={server.id} filter={filter} currentId={currentId} onChoose={({ id }) => onChoose(id)} />;
}

type PlayerGridProps = {
  serverId: string;
  filter?: string;
  currentId?: string | undefined;
  /** A choice within a dialog has no tools. */
  isChoice?: boolean;
  onChoose: (player: Player) => void;
};

/** The online players of a known server, live. */
export function PlayerGrid({ serverId, filter = '', currentId, isChoice = false, onChoose }: PlayerGridProps) {
  const query = useQuery(playersQuery(serverId));
  usePlayersLive(serverId);
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton rows={4} hasTools={!isChoice} />}>
      {(players) => {
        const found = players.filter((player) => isMatch(player, filter));
        return found.length === 0 ? (
          <Text c="dimmed">No players found.</Text>
        ) : (
          <DataTable
            id="server-players"
            label="Online players"
            size="part"
            hasTools={!isChoice}
            rows={found}
            columns={columns}
            currentId={currentId}
            onChoose={onChoose}
          />
        );
      }}
    </QueryRegion>
  );
}

function isMatch({ name, survivor, id }: Player, filter: string): boolean {
  const wanted = filter.toLowerCase();
  return [name, survivor ?? '', id].some((text) => text.toLowerCase().includes(wanted));
}
