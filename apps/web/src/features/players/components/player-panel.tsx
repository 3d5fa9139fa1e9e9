import { Stack, Text } from '@mantine/core';
import type { Viewer } from '../../../lib/servers/viewer.ts';
import type { ServerAbility } from '../player-actions.ts';
import { usePlayer } from '../players.queries.ts';
import type { CharacterLink as Link } from '../use-character-link.ts';
import { CharacterLink } from './character-link.tsx';
import { PlayerActions } from './player-actions.tsx';
import { PlayerDetails } from './player-details.tsx';

type Props = {
  server: ServerAbility & { id: string; name: string };
  playerId: string;
  viewer: Viewer;
  onMail: (recipient: { playerId: string; name: string }) => void;
  /** Undefined for those who may not. */
  onSanction?: ((player: { id: string; name: string }) => void) | undefined;
  onLinkChange: (link: Link | undefined) => void;
};

/** One player and the actions for them. */
export function PlayerPanel({ server, playerId, viewer, onMail, onSanction, onLinkChange }: Props) {
  const { player, known, isOnline } = usePlayer(server.id, playerId);
  const name = player?.name ?? known?.name ?? playerId;
  const isBanned = known !== undefined && known.ban !== null;
  return (
    <Stack gap="lg">
      <PlayerDetails playerId={playerId} player={player} known={known} isOnline={isOnline} />
      <PlayerActions
        player={{ id: playerId, name }}
        situation={{ server, viewer, isOnline, isBanned }}
        onMail={() => onMail({ playerId, name })}
        onSanction={onSanction && (() => onSanction({ id: playerId, name }))}
      />
      {viewer.playerId === playerId ? <Text>This is your character.</Text> : null}
      <CharacterLink
        server={server}
        linkedId={viewer.playerId}
        player={player}
        label="This is me"
        isOffered={isOnline || viewer.playerId === playerId}
        onChange={onLinkChange}
      />
    </Stack>
  );
}
