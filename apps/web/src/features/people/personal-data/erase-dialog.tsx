import { List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import type { Person } from '../people.queries.ts';
import { useErasePerson } from './personal-data.mutations.ts';

/** Cannot be undone, so part of the ID has to be typed; names may have letters that no keyboard has. */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const erase = useErasePerson(person.id);
  const [typed, setTyped] = useState('');
  const end = person.id.slice(-4);
  const isOnline = person.servers.some(({ onlineSince }) => onlineSince !== null);
  const finish = () => {
    toastSuccess('What was stored about this player was erased.');
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title="Erase what is stored about this player"
      confirmLabel="Erase"
      isDangerous
      isDisabled={typed.trim() !== end}
      isPending={erase.isPending}
      error={erase.error}
      onConfirm={() => erase.mutate(undefined, { onSuccess: finish })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          Events, sessions, names, chat messages, mail, notes, flags and links to accounts are erased on all servers.
          This can't be undone.
        </Text>
        <Text>What stays:</Text>
        <List size="md">
          <List.Item>bans, so that they keep working</List.Item>
          <List.Item>the audit log, which nobody can change</List.Item>
          <List.Item>
            the survivor and tribe logs in the save of the game, and the raw game log until it expires
          </List.Item>
        </List>
        {isOnline ? <Text>This player is online. What happens from now on is recorded again.</Text> : null}
        <TextInput
          label={`Type the end of the player ID, ${end}, to confirm`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
