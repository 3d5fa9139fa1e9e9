import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainText } from '../../../components/display/plain-text.tsx';
import type { Viewer } from '../../../lib/servers/viewer.ts';
import type { ServerAbility } from '../player-actions.ts';
import { playersQuery } from '../players.queries.ts';
import type { CharacterLink as Link } from '../use-character-link.ts';
import { CharacterLink } from './character-link.tsx';

type Props = {
  server: ServerAbility & { id: string; name: string };
  viewer: Viewer;
  onLinkChange: (link: Link | undefined) => void;
};

/** Which character of this server is the viewer's. */
export function CharacterPanel({ server, viewer, onLinkChange }: Props) {
  const { playerId } = viewer;
  const { data: players } = useQuery({ ...playersQuery(server.id), enabled: playerId !== undefined });
  const name = players?.find(({ id }) => id === playerId)?.name;
  return (
    <Stack gap="md">
      {playerId === undefined ? (
        <Text>You have linked no character on this server. A linked one may write mail and chat.</Text>
      ) : (
        <Text>
          {name === undefined ? 'Linked to the player ' : <PlainText text={`${name}, `} />}
          {playerId}
        </Text>
      )}
      <CharacterLink server={server} linkedId={playerId} label="Link your character" onChange={onLinkChange} />
    </Stack>
  );
}
