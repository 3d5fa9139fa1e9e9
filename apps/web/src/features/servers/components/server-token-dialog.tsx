import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { useReplaceToken } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';
import { ServerLinkSteps } from './server-link-steps.tsx';

const randomBytes = 32;

type Props = { server: Server; onClose: () => void };

/** The new token is shown once it is valid. A retry sends the same token, since the first request may have arrived. */
export function ServerTokenDialog({ server, onClose }: Props) {
  const replaceToken = useReplaceToken(server.id);
  const [token] = useState(newLinkToken);
  useReturnFocus();
  if (replaceToken.data !== undefined) {
    return (
      <Modal
        opened
        onClose={onClose}
        size="lg"
        title={`New token for ${server.name}`}
        // The token is shown once: it must not be dismissed by accident.
        closeOnEscape={false}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
      >
        <Stack gap="lg">
          <ServerLinkSteps token={token} commandLine={replaceToken.data.commandLine} />
          <div>
            <Button onClick={onClose}>Done</Button>
          </div>
        </Stack>
      </Modal>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title="Replace the token"
      confirmLabel="Replace token"
      isDangerous
      isPending={replaceToken.isPending}
      error={replaceToken.error}
      onConfirm={() => replaceToken.mutate(token)}
      onClose={onClose}
    >
      <Text>
        The old token of {server.name} stops working and the agent is disconnected. The server stays offline until its
        agent uses the new token.
      </Text>
    </ConfirmDialog>
  );
}

/** 256 random bits, generated here, so that the token travels only once, to the portal. */
export function newLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomBytes));
  const text = btoa(String.fromCharCode(...bytes));
  return `th_${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}
