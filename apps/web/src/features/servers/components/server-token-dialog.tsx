import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { newLinkToken, useReplaceToken } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';

type Props = { server: Server; onClose: () => void };

/** The page shows the new command once its token is valid. A retry sends the same token, since the first request may have arrived. */
export function ServerTokenDialog({ server, onClose }: Props) {
  const replaceToken = useReplaceToken(server.id);
  const [token] = useState(newLinkToken);
  useReturnFocus();
  return (
    <ConfirmDialog
      isOpen
      title="Replace the token"
      confirmLabel="Replace token"
      isDangerous
      isPending={replaceToken.isPending}
      error={replaceToken.error}
      onConfirm={() => replaceToken.mutate(token, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        The old token of {server.name} stops working and the agent is disconnected. The server stays offline until its
        agent uses the new token.
      </Text>
    </ConfirmDialog>
  );
}
