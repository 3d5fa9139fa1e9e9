import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { useRenameServer } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';

type Props = { server: Server; onClose: () => void };

export function ServerRenameDialog({ server, onClose }: Props) {
  const rename = useRenameServer(server.id);
  const form = useForm({
    initialValues: { name: server.name },
    validate: { name: (value) => (value.trim() === '' ? 'Name is required.' : null) },
  });
  const formError = useFormErrors(form, rename.error);
  useReturnFocus();
  const finish = ({ name }: { name: string }) => {
    toastSuccess(`Server renamed to ${name}.`);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Rename this server"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <form noValidate onSubmit={form.onSubmit((body) => rename.mutate(body, { onSuccess: finish }))}>
        <Stack gap="lg">
          <TextInput label="Name" maxLength={64} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
          {formError === null ? null : <ErrorNotice error={formError} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rename.isPending}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
