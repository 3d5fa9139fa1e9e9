import { Text } from '@mantine/core';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import classes from './favorite-list.module.css';
import { FavoriteRow } from './favorite-row.tsx';
import { useFavoriteLive } from './favorites.live.ts';
import { useFavoriteServers } from './favorites.queries.ts';

export type Favorite = { serverId: string; note?: string };

type Props = { favorites: readonly Favorite[]; most: number };

/** The first ones live, and the number of the others. */
export function FavoriteList({ favorites, most }: Props) {
  const shown = favorites.slice(0, most);
  const query = useFavoriteServers(shown.map(({ serverId }) => serverId));
  return (
    <>
      {/* All topics are subscribed at once: each later one would reopen the stream. */}
      {shown.map(({ serverId }) => (
        <LiveFavorite key={serverId} serverId={serverId} />
      ))}
      <QueryRegion query={query} skeletonHeight={40 * shown.length}>
        {(servers) => (
          <ul className={classes.list}>
            {shown.map(({ serverId, note }, index) => (
              <FavoriteRow key={serverId} server={servers[index]} note={note} />
            ))}
          </ul>
        )}
      </QueryRegion>
      {favorites.length <= most ? null : (
        <Text size="sm" mt="sm">
          <TextLink to="/arkbot/servers" size="sm">
            {favorites.length - most} more
          </TextLink>
        </Text>
      )}
    </>
  );
}

function LiveFavorite({ serverId }: { serverId: string }) {
  useFavoriteLive(serverId);
  return null;
}
