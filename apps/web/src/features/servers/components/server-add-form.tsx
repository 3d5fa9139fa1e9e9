import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Game } from '@tribehall/contract';
import { useDisclosure } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DialogHold, useDialogHold } from '../../../components/dialogs/dialog-hold.ts';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { gameNames } from '../game-names.ts';
import { useAddServer } from '../servers.mutations.ts';
import { ServerLinkSteps } from './server-link-steps.tsx';

type Props = {
  /** Opens the new server. */
  onOpen: (serverId: string) => void;
  onCancel: () => void;
};

const gameChoices = Object.entries(gameNames).map(([value, label]) => ({ value, label }));

/** Name and game first, then the steps to connect the game server. */
export function ServerAddForm({ onOpen, onCancel }: Props) {
  const addServer = useAddServer();
  const form = useForm<{ name: string; game: Game }>({
    initialValues: { name: '', game: 'asa' },
    validate: { name: (value) => (value.trim() === '' ? 'Name is required.' : null) },
  });
  const formError = useFormErrors(form, addServer.error);
  useDialogHold(addServer.data !== undefined);
  if (addServer.data !== undefined) {
    const { server, token, commandLine } = addServer.data;
    return (
      <Stack gap="lg" maw={640}>
        <Text role="status">{server.name} has been added. Now connect it to the portal.</Text>
        <ServerLinkSteps token={token} commandLine={commandLine} />
        <div>
          <Button onClick={() => onOpen(server.id)}>Open server</Button>
        </div>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => addServer.mutate(values))}>
      <Stack gap="lg" maw={480}>
        <TextInput label="Name" maxLength={64} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <NativeSelect label="Game" data={gameChoices} {...form.getInputProps('game')} />
        {formError === null ? null : <ErrorNotice error={formError} />}
        <Group gap="sm">
          <Button type="submit" loading={addServer.isPending}>
            Add server
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type ServerAddButtonProps = { onOpen: (serverId: string) => void };

export function ServerAddButton({ onOpen }: ServerAddButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isHeld, setIsHeld] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={open}>
        Add server
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title="Add server"
        // The token is shown once: it must not be dismissed by accident.
        closeOnEscape={!isHeld}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
      >
        <DialogHold value={setIsHeld}>
          <ServerAddForm onOpen={onOpen} onCancel={close} />
        </DialogHold>
      </Modal>
    </>
  );
}
