import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ServerOff } from 'lucide-react';
import { useState } from 'react';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableSort } from '../../../components/table/table-column.ts';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { mapTitle } from '../../../lib/servers/map-title.ts';
import { serversQuery, type ListedServer } from '../../../lib/servers/servers.queries.ts';
import { useToggleFavorite, type Favorites } from '../servers.mutations.ts';
import { ServerAddButton } from '../components/server-add-button.tsx';
import { favoritesFirst } from '../components/server-grid.tsx';
import { columnsFor } from './server-columns.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

type Props = {
  filter: string;
  sort: TableSort | undefined;
  favorites: Favorites;
  canAdd: boolean;
  onSort: (sort: TableSort) => void;
  onChoose: (serverId: string) => void;
};

const manyServers = 500;

/** All servers. There is no live topic for all of them. */
export function ServerList(props: Props) {
  const query = useQuery({
    ...serversQuery(''),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > manyServers ? 60_000 : 15_000),
  });
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton />}>
      {(servers) =>
        servers.length === 0 ? (
          <NoServers canAdd={props.canAdd} onOpen={props.onChoose} />
        ) : (
          <ServerTable servers={servers} {...props} />
        )
      }
    </QueryRegion>
  );
}

type NoServersProps = { canAdd: boolean; onOpen: (serverId: string) => void };

function NoServers({ canAdd, onOpen }: NoServersProps) {
  if (!canAdd)
    return (
      <Notice icon={ServerOff} title="No servers found.">
        <Text c="dimmed">Servers appear here as soon as an Admin has added them.</Text>
      </Notice>
    );
  return (
    <Notice icon={ServerOff} title="No servers found." action={<ServerAddButton isFirst onOpen={onOpen} />}>
      <Text c="dimmed">Give your server a name, then run one command on its machine to connect it.</Text>
    </Notice>
  );
}

type TableProps = Props & { servers: readonly ListedServer[] };

function ServerTable({ servers, filter, sort, favorites, onSort, onChoose }: TableProps) {
  const toggleFavorite = useToggleFavorite(favorites);
  // Fixed while the list is open: a row must not move away from under the star that was clicked.
  const [first] = useState(() => new Set(favorites.serverIds));
  const found = servers.filter((server) => isServerMatch(server, filter));
  if (found.length === 0) return <Text c="dimmed">No servers found.</Text>;
  return (
    <DataTable
      id="servers"
      label="All servers"
      summary={countText(found)}
      rows={favoritesFirst(found, first)}
      columns={columnsFor(new Set(favorites.serverIds), toggleFavorite)}
      minWideWidth={800}
      sorting={{ sort, onSort }}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}

/** By name, map and cluster. */
function isServerMatch({ name, map, cluster }: ListedServer, filter: string): boolean {
  const wanted = filter.toLowerCase();
  const texts = [name, map ?? '', map === null ? '' : mapTitle(map), cluster?.name ?? ''];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

/** Players of servers whose count is not known are not counted. */
function countText(servers: readonly ListedServer[]): string {
  const online = servers.filter(({ state }) => state === 'up' || state === 'degraded').length;
  const players = servers.reduce((sum, { playerCount }) => sum + (playerCount ?? 0), 0);
  const all = servers.length === 1 ? '1 server' : `${formatCount(servers.length)} servers`;
  return `${all} · ${formatCount(online)} online · ${formatCount(players)} ${players === 1 ? 'player' : 'players'}`;
}
