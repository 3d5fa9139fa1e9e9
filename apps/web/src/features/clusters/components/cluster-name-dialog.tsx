import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';

type Props = {
  title: string;
  submitLabel: string;
  name?: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name of a cluster, a new one or another one. */
export function ClusterNameDialog({ title, submitLabel, name = '', isPending, error, onSubmit, onClose }: Props) {
  const form = useForm({ initialValues: { clusterName: name }, validate: { clusterName: checkName } });
  const formError = useFormErrors(form, error);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}>
      <form noValidate onSubmit={form.onSubmit(({ clusterName }) => onSubmit(clusterName.trim()))}>
        <Stack gap="lg">
          <TextInput
            label="Name"
            maxLength={64}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('clusterName')}
          />
          {formError === null ? null : <ErrorNotice error={formError} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function checkName(name: string): string | null {
  if (name.trim() === '') return 'A cluster has a name.';
  return /^\P{C}*$/u.test(name.trim()) ? null : 'A name has no control characters.';
}
