import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useRemoveUser } from '../users.mutations.ts';
import type { ListedUser } from '../user-list.queries.ts';

type Props = { user: ListedUser; onClose: () => void };

/** Cannot be undone, so the user has to type the name. */
export function UserRemoveDialog({ user, onClose }: Props) {
  const removeUser = useRemoveUser();
  const [typedName, setTypedName] = useState('');
  const finish = () => {
    toastSuccess(`${user.username} removed.`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${user.username}`}
      confirmLabel="Remove user"
      isDangerous
      isDisabled={typedName !== user.username}
      isPending={removeUser.isPending}
      error={removeUser.error}
      onConfirm={() => removeUser.mutate(user.id, { onSuccess: finish })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          The account of {user.username} ({user.email}) will be removed, along with its sessions and linked accounts.
          This can't be undone.
        </Text>
        <TextInput
          label={`Type ${user.username} to confirm`}
          autoComplete="off"
          value={typedName}
          onChange={(event) => setTypedName(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
