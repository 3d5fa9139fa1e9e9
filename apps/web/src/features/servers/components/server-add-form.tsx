import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Game } from '@tribehall/contract';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { gameNames } from '../game-names.ts';
import { useAddServer } from '../servers.mutations.ts';

type Props = {
  /** Opens the new server, whose page shows how to connect it. */
  onOpen: (serverId: string) => void;
  onCancel: () => void;
};

/** Name and game; the server's page continues with the set-up. */
export function ServerAddForm({ onOpen, onCancel }: Props) {
  const addServer = useAddServer();
  const form = useForm<{ name: string; game: Game }>({
    initialValues: { name: '', game: 'asa' },
    validate: { name: (value) => (value.trim() === '' ? 'Name is required.' : null) },
  });
  const formError = useFormErrors(form, addServer.error);
  const add = (values: { name: string; game: Game }) =>
    addServer.mutate(values, { onSuccess: ({ server }) => onOpen(server.id) });
  return (
    <form noValidate onSubmit={form.onSubmit(add)}>
      <Stack gap="lg" maw={480}>
        <TextInput label="Name" maxLength={64} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <SegmentedChoice
          label="Game"
          choices={gameNames}
          value={form.values.game}
          onChange={(game) => form.setFieldValue('game', game)}
        />
        {formError === null ? null : <ErrorNotice error={formError} />}
        <Text size="sm" c="dimmed">
          Next, you get one command to run on the machine of the game.
        </Text>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={addServer.isPending}>
            Add server
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
