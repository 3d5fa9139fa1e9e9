import { Text } from '@mantine/core';
import { paths } from '../../../app/paths.ts';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { useFavouriteLive } from '../favourites.live.ts';
import { useFavourites } from '../favourites.queries.ts';
import classes from './favourite-list.module.css';
import { FavouriteRow } from './favourite-row.tsx';

export type Favourite = { serverId: string; note?: string };

type Props = { favourites: readonly Favourite[]; most: number };

/** The first ones live; of the rest the number. */
export function FavouriteList({ favourites, most }: Props) {
  const shown = favourites.slice(0, most);
  const query = useFavourites(shown.map(({ serverId }) => serverId));
  return (
    <>
      {/* Listened to from the first moment, all at once: each one later would open the stream anew. */}
      {shown.map(({ serverId }) => (
        <LiveFavourite key={serverId} serverId={serverId} />
      ))}
      <QueryRegion query={query} skeletonHeight={40 * shown.length}>
        {(servers) => (
          <ul className={classes.list}>
            {shown.map(({ serverId, note }, index) => (
              <FavouriteRow key={serverId} server={servers[index]} note={note} />
            ))}
          </ul>
        )}
      </QueryRegion>
      {favourites.length <= most ? null : (
        <Text size="sm" mt="sm">
          <TextLink to={paths.servers} size="sm">
            {favourites.length - most} more
          </TextLink>
        </Text>
      )}
    </>
  );
}

function LiveFavourite({ serverId }: { serverId: string }) {
  useFavouriteLive(serverId);
  return null;
}
