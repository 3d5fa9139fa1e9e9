import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import { codeEndsAt } from '../../../lib/code-life.ts';
import { useAskCode, useConfirmCode } from '../players.mutations.ts';
import type { Player } from '../players.queries.ts';
import { CharacterCodeStep } from './character-code-step.tsx';
import { PlayerGrid } from './player-grid.tsx';

export type CharacterLink = { playerId: string; isAdmin: boolean };

type Props = {
  server: { id: string; name: string };
  /** The character, where it is chosen already. */
  player?: Player | undefined;
  onLinked: (link: CharacterLink) => void;
  onClose: () => void;
};

/** Choose a character, get a code in the game, enter it here. */
export function CharacterLinkDialog({ server, player, onLinked, onClose }: Props) {
  const ask = useAskCode();
  const confirm = useConfirmCode();
  const [chosen, setChosen] = useState(player);
  const [endsAt, setEndsAt] = useState<number>();
  useReturnFocus();
  const sendCode = (to: Player) => {
    setChosen(to);
    confirm.reset();
    ask.mutate(
      { serverId: server.id, playerId: to.id },
      { onSuccess: ({ expiresAt }) => setEndsAt(codeEndsAt(Date.now(), expiresAt)) },
    );
  };
  const submitCode = (to: Player, twoFaCode: string) => {
    // An older refusal to send says nothing about this code; a sending that still runs is left alone.
    if (ask.isError) ask.reset();
    confirm.mutate({ serverId: server.id, playerId: to.id, twoFaCode }, { onSuccess: onLinked });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Link your character"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        {chosen === undefined ? (
          <>
            <Text>Join the server with your character, then choose it here. It gets a code in the game.</Text>
            <PlayerGrid serverId={server.id} onChoose={sendCode} />
          </>
        ) : confirm.data === undefined ? (
          <CharacterCodeStep
            player={chosen}
            endsAt={endsAt}
            isAsking={ask.isPending}
            isConfirming={confirm.isPending}
            error={confirm.error}
            askError={ask.error}
            onSend={() => sendCode(chosen)}
            onSubmit={(code) => submitCode(chosen, code)}
          />
        ) : (
          <LinkedText serverId={server.id} link={confirm.data} />
        )}
      </Stack>
    </Modal>
  );
}

/** The texts are the specification's, letter for letter. */
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
