import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { useRenameToken } from '../tokens.mutations.ts';
import type { ApiToken } from '../tokens.queries.ts';

export function TokenRenameDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const rename = useRenameToken(token.id);
  const form = useForm({
    initialValues: { name: token.name },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  const formError = useFormErrors(form, rename.error);
  return (
    <FormDialog
      title="Rename an API token"
      submitLabel="Rename"
      isPending={rename.isPending}
      error={formError}
      onSubmit={form.onSubmit(({ name }) => rename.mutate(name.trim(), { onSuccess: onClose }))}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
