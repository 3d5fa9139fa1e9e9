import { Text } from '@mantine/core';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import classes from './favorite-list.module.css';
import { FavoriteRow } from './favorite-row.tsx';
import { useFavoriteLive } from './favorites.live.ts';
import { useFavoriteServers } from './favorites.queries.ts';

/** Each one is a live topic, and a stream carries at most twenty. */
const most = 10;

type Props = { serverIds: readonly string[] };

/** The first ones live, and the number of the others. */
export function FavoriteList({ serverIds }: Props) {
  const shown = serverIds.slice(0, most);
  const query = useFavoriteServers(shown);
  return (
    <>
      {/* All topics are subscribed at once: each later one would reopen the stream. */}
      {shown.map((serverId) => (
        <LiveFavorite key={serverId} serverId={serverId} />
      ))}
      <QueryRegion query={query} skeletonHeight={40 * shown.length}>
        {(servers) => (
          <ul className={classes.list}>
            {shown.map((serverId, index) => (
              <FavoriteRow key={serverId} server={servers[index]} />
            ))}
          </ul>
        )}
      </QueryRegion>
      {serverIds.length <= most ? null : (
        <Text size="sm" mt="sm">
          <TextLink to="/arkbot/servers" search={{ list: 'all' }} size="sm">
            {serverIds.length - most} more
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
