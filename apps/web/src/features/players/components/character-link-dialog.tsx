import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import type { Player } from '../players.queries.ts';
import { useCharacterLink, type CharacterLink } from '../use-character-link.ts';
import { CharacterCodeStep } from './character-code-step.tsx';
import { PlayerGrid } from './online-players.tsx';

type Props = {
  server: { id: string; name: string };
  /** The character, if it is already known. */
  player?: Player | undefined;
  onLinked: (link: CharacterLink) => void;
  onClose: () => void;
};

/** Select a character, get a code in the game, enter it here. Resumes where it was interrupted. */
export function CharacterLinkDialog({ server, player, onLinked, onClose }: Props) {
  const link = useCharacterLink(server.id, player, onLinked);
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Link your character"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        {link.linked !== undefined ? (
          <LinkedText serverId={server.id} link={link.linked} />
        ) : link.isLoading ? (
          <Skeleton height={120} />
        ) : link.character === undefined ? (
          <>
            <Text>Join the server with your character, then select it here. You'll get a code in the game.</Text>
            <PlayerGrid serverId={server.id} isChoice onChoose={link.sendCode} />
          </>
        ) : (
          <CharacterCodeStep
            character={link.character}
            code={link.code}
            ask={link.ask}
            confirm={link.confirm}
            onSend={link.sendCode}
            onSubmit={link.submitCode}
            onChooseAnother={player === undefined ? link.chooseAnother : undefined}
          />
        )}
      </Stack>
    </Modal>
  );
}

/** The exact texts of the specification. */
function LinkedText({ serverId, link: { playerId, isAdmin } }: { serverId: string; link: CharacterLink }) {
  return (
    <div role="status">
      <Text>
        {`Successfully linked your account to server ${serverId} with player with id ${playerId}${isAdmin ? ' as admin' : ''}`}
      </Text>
      <Text>You may now close this screen.</Text>
    </div>
  );
}
