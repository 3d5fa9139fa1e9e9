import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { useConnection } from '../../../lib/api/use-connection.ts';
import { serverStateLooks, unknownStateLook } from '../../../lib/servers/server-states.ts';
import { serversQuery, type ListedServer } from '../../../lib/servers/servers.queries.ts';
import { useToggleFavorite, type Favorites } from '../servers.mutations.ts';
import classes from './server-star.module.css';

type Props = {
  filter: string;
  favorites: Favorites;
  currentId: string | undefined;
  onChoose: (serverId: string) => void;
  ref: Ref<HTMLDivElement>;
};

export function ServerGrid({ filter, favorites, currentId, onChoose, ref }: Props) {
  const query = useQuery(serversQuery(filter));
  const toggleFavorite = useToggleFavorite(favorites);
  // Fixed while the picker is open: a row must not move away from under the star that was clicked.
  const [first] = useState(new Set(favorites.serverIds));
  // Here and not in each row: a subscription costs more than the dot.
  const isKnown = useConnection() === 'connected';
  const columns = columnsFor(new Set(favorites.serverIds), isKnown, toggleFavorite);
  return (
    <QueryRegion query={query} skeletonHeight={400}>
      {(servers) =>
        servers.length === 0 ? (
          <Text c="dimmed" role="status">
            {filter === '' ? 'No servers found.' : `No servers found with “${filter}” in their name.`}
          </Text>
        ) : (
          <VirtualGrid
            // Another list starts at the top.
            key={filter}
            ref={ref}
            label="Servers"
            rows={favoritesFirst(servers, first)}
            columns={columns}
            currentId={currentId}
            onChoose={({ id }) => onChoose(id)}
          />
        )
      }
    </QueryRegion>
  );
}

/** Created once: an icon component in every row costs more than the rest of the row. */
const star = <span className={classes.star} aria-hidden />;

export function favoritesFirst(
  servers: readonly ListedServer[],
  favorites: ReadonlySet<string>,
): readonly ListedServer[] {
  if (favorites.size === 0) return servers;
  return [...servers.filter(({ id }) => favorites.has(id)), ...servers.filter(({ id }) => !favorites.has(id))];
}

function columnsFor(favorites: ReadonlySet<string>, isKnown: boolean, onFavorite: (serverId: string) => void) {
  return [
    { key: 'name', label: 'Name', width: 'minmax(0, 1fr)', render: ({ name }) => <PlainText text={name} /> },
    {
      key: 'state',
      label: 'State',
      width: '104px',
      isFitting: true,
      render: ({ state }) => <StatusDot {...(isKnown ? serverStateLooks[state] : unknownStateLook)} />,
    },
    {
      key: 'players',
      label: 'Players',
      width: '72px',
      isWideOnly: true,
      isNumber: true,
      render: ({ playerCount }) => playerCount ?? '–',
    },
    starColumn(favorites, onFavorite),
  ] satisfies GridColumn<ListedServer>[];
}

/** Adds a server to the favourites, or removes it. */
export function starColumn(
  favorites: ReadonlySet<string>,
  onFavorite: (serverId: string) => void,
): GridColumn<ListedServer> {
  return {
    key: 'favorite',
    label: 'Star',
    width: '56px',
    isFitting: true,
    render: () => star,
    action: {
      label: ({ name }) => `Favourite: ${name}`,
      isPressed: ({ id }) => favorites.has(id),
      run: ({ id }) => onFavorite(id),
    },
  };
}
