import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Game } from '@tribehall/contract';
import { useDialogHold } from '../../../components/dialogs/dialog-hold.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { gameNames } from '../game-names.ts';
import { useAddServer } from '../servers.mutations.ts';
import { ServerLinkSteps } from './server-link-steps.tsx';

type Props = {
  /** To the new server. */
  onOpen: (serverId: string) => void;
  onCancel: () => void;
};

const gameChoices = Object.entries(gameNames).map(([value, label]) => ({ value, label }));

/** Name and game first; then what the machine of the game server needs. */
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
        <Text role="status">{server.name} is added. It now needs its link.</Text>
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
