import { speakerName } from '@tribehall/contract/shared/text';
import { Text } from '@mantine/core';
import { Panel } from '../../../components/layout/panel.tsx';
import { FavoriteList } from './favorite-list.tsx';
import classes from './my-servers.module.css';

/** Each one is a live topic, and a stream carries twenty. */
const most = { favorites: 10, characters: 5 } as const;

type LinkedPlayer = {
  serverId: string;
  playerId: string;
  isAdmin: boolean;
  name?: string | undefined;
  survivor?: string | undefined;
};
type Props = { favoriteIds: readonly string[]; linkedPlayers: readonly LinkedPlayer[] };

/** What someone comes back for: the starred servers and the own characters. */
export function MyServers({ favoriteIds, linkedPlayers }: Props) {
  const favorites = favoriteIds.map((serverId) => ({ serverId }));
  const characters = linkedPlayers.map((linked) => ({ serverId: linked.serverId, note: characterNote(linked) }));
  return (
    <div className={classes.panels}>
      <Panel title="Favourite servers">
        {favorites.length === 0 ? (
          <Text c="dimmed">Give a server a star, and it is here with its players.</Text>
        ) : (
          <FavoriteList favorites={favorites} most={most.favorites} />
        )}
      </Panel>
      <Panel title="Your characters">
        {characters.length === 0 ? (
          <Text c="dimmed">
            Open the page of a server you play on and link your character there: then you can write to the game from
            here.
          </Text>
        ) : (
          <FavoriteList favorites={characters} most={most.characters} />
        )}
      </Panel>
    </div>
  );
}

/** By name; somebody whom the portal has never seen has none. */
function characterNote({ name = '', survivor, playerId, isAdmin }: LinkedPlayer): string {
  const shown = speakerName({ name, survivor }) || playerId;
  return isAdmin ? `${shown} · admin` : shown;
}
