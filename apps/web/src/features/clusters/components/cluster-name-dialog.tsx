import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useRenameCluster } from '../clusters.mutations.ts';
import type { Cluster } from '../clusters.queries.ts';

type Props = {
  title: string;
  submitLabel: string;
  name?: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name of a cluster. */
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
  if (name.trim() === '') return 'Name is required.';
  return /^\P{C}*$/u.test(name.trim()) ? null : "The name can't contain control characters.";
}

type ClusterRenameDialogProps = { cluster: Cluster; onClose: () => void };

export function ClusterRenameDialog({ cluster, onClose }: ClusterRenameDialogProps) {
  const rename = useRenameCluster(cluster.id);
  const finish = ({ name }: { name: string }) => {
    toastSuccess(`Cluster renamed to ${name}.`);
    onClose();
  };
  return (
    <ClusterNameDialog
      title="Rename cluster"
      submitLabel="Rename"
      name={cluster.name}
      isPending={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutate(name, { onSuccess: finish })}
      onClose={onClose}
    />
  );
}
