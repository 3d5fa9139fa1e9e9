import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
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
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isPending={isPending}
      error={formError}
      onSubmit={form.onSubmit(({ clusterName }) => onSubmit(clusterName.trim()))}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={64} autoComplete="off" data-autofocus {...form.getInputProps('clusterName')} />
    </FormDialog>
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
