import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ServerOff } from 'lucide-react';
import { useState } from 'react';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { serversQuery, type ListedServer } from '../../../lib/servers/servers.queries.ts';
import { useToggleFavorite, type Favorites } from '../servers.mutations.ts';
import { columnsFor } from './server-columns.tsx';
import { isServerMatch, nextServerSort, sortServers, type ServerSort, type ServerSortKey } from './server-sort.ts';
import classes from './server-list.module.css';

type Props = {
  filter: string;
  sort: ServerSort | undefined;
  favorites: Favorites;
  onSort: (sort: ServerSort) => void;
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
    <QueryRegion query={query} skeletonHeight={400}>
      {(servers) =>
        servers.length === 0 ? (
          <Notice icon={ServerOff} title="No servers found.">
            <Text c="dimmed">Servers appear here as soon as an Admin has added them.</Text>
          </Notice>
        ) : (
          <ServerTable servers={servers} {...props} />
        )
      }
    </QueryRegion>
  );
}

type TableProps = Props & { servers: readonly ListedServer[] };

function ServerTable({ servers, filter, sort, favorites, onSort, onChoose }: TableProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const toggleFavorite = useToggleFavorite(favorites);
  // Fixed while the list is open: a row must not move away from under the star that was clicked.
  const [first] = useState(() => new Set(favorites.serverIds));
  const found = servers.filter((server) => isServerMatch(server, filter));
  if (found.length === 0) return <Text c="dimmed">No servers found.</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {countText(found)}
      </Text>
      <div className={classes.list}>
        <VirtualGrid
          label="All servers"
          rows={sortServers(found, sort, first)}
          columns={columnsFor({ isPhone, favorites: new Set(favorites.serverIds), onFavorite: toggleFavorite })}
          rowHeight={isPhone ? 60 : 48}
          sorting={{
            key: sort?.key ?? '',
            order: sort?.order ?? 'asc',
            onSort: (key) => onSort(nextServerSort(sort, key as ServerSortKey)),
          }}
          onChoose={({ id }) => onChoose(id)}
        />
      </div>
    </Stack>
  );
}

/** Players of servers whose count is not known are not counted. */
function countText(servers: readonly ListedServer[]): string {
  const online = servers.filter(({ state }) => state === 'up' || state === 'degraded').length;
  const players = servers.reduce((sum, { playerCount }) => sum + (playerCount ?? 0), 0);
  const all = servers.length === 1 ? '1 server' : `${servers.length.toLocaleString()} servers`;
  return `${all} · ${online.toLocaleString()} online · ${players.toLocaleString()} ${players === 1 ? 'player' : 'players'}`;
}
