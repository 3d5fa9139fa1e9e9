import { speakerName } from '@tribehall/contract/shared/text';
import { Text } from '@mantine/core';
import { Panel } from '../../../components/layout/panel.tsx';
import { FavoriteList } from './favorite-list.tsx';
import classes from './my-servers.module.css';

/** Each one is a live topic, and a stream carries at most twenty. */
const most = { favorites: 10, characters: 5 } as const;

type LinkedPlayer = {
  serverId: string;
  playerId: string;
  isAdmin: boolean;
  name?: string | undefined;
  survivor?: string | undefined;
};
type Props = { favoriteIds: readonly string[]; linkedPlayers: readonly LinkedPlayer[] };

/** The user's starred servers and linked characters. */
export function MyServers({ favoriteIds, linkedPlayers }: Props) {
  const favorites = favoriteIds.map((serverId) => ({ serverId }));
  const characters = linkedPlayers.map((linked) => ({ serverId: linked.serverId, note: characterNote(linked) }));
  return (
    <div className={classes.panels}>
      <Panel title="Favourite servers">
        {favorites.length === 0 ? (
          <Text c="dimmed">Star a server to see it here with its players.</Text>
        ) : (
          <FavoriteList favorites={favorites} most={most.favorites} />
        )}
      </Panel>
      <Panel title="Your characters">
        {characters.length === 0 ? (
          <Text c="dimmed">
            Link your character on the page of a server you play on. Then you can chat and send mail to the game from
            here.
          </Text>
        ) : (
          <FavoriteList favorites={characters} most={most.characters} />
        )}
      </Panel>
    </div>
  );
}

/** A player the portal has never seen has no name. */
function characterNote({ name = '', survivor, playerId, isAdmin }: LinkedPlayer): string {
  const shown = speakerName({ name, survivor }) || playerId;
  return isAdmin ? `${shown} · admin` : shown;
}
