import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
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
  const finish = ({ name }: { name: string }) => {
    toastSuccess(`Server renamed to ${name}.`);
    onClose();
  };
  return (
    <FormDialog
      title="Rename this server"
      submitLabel="Rename"
      isPending={rename.isPending}
      error={formError}
      onSubmit={form.onSubmit((body) => rename.mutate(body, { onSuccess: finish }))}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={64} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
