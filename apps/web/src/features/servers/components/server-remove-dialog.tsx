import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { lastServer } from '../last-server.ts';
import { useRemoveServer } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';

type Props = { server: Server; onRemoved: () => void; onClose: () => void };

/** Cannot be undone, so the user has to type the name. */
export function ServerRemoveDialog({ server, onRemoved, onClose }: Props) {
  const removeServer = useRemoveServer(server.id);
  const [typedName, setTypedName] = useState('');
  const finish = () => {
    if (lastServer.get() === server.id) lastServer.set(null);
    toastSuccess(`${server.name} removed.`);
    onRemoved();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${server.name}`}
      confirmLabel="Remove server"
      isDangerous
      isDisabled={typedName.trim() !== server.name}
      isPending={removeServer.isPending}
      error={removeServer.error}
      onConfirm={() => removeServer.mutate(undefined, { onSuccess: finish })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          {server.name} will be removed from the portal, along with its connection, linked characters, bans, mail and
          chat. The game server itself keeps running. This can't be undone.
        </Text>
        <TextInput
          label={`Type ${server.name} to confirm`}
          autoComplete="off"
          value={typedName}
          onChange={(event) => setTypedName(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
