import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { siteLimits } from '@tribehall/contract/site/site-limits';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { toastError, toastSuccess, toastUndo } from '../../../components/notices/toast.tsx';
import { useChangeSite } from '../site.mutations.ts';
import type { Site } from '../site.queries.ts';

type Props = { site: Site; onClose: () => void };

/** The community's name, its description, and whether everyone sees its servers. For the Owner. */
export function SiteSettingsDialog({ site, onClose }: Props) {
  const change = useChangeSite();
  const before = { name: site.name ?? '', description: site.description ?? '', isStatusPublic: site.isStatusPublic };
  const form = useForm({ initialValues: before });
  const formError = useFormErrors(form, change.error);
  const undo = () => void change.mutateAsync(before).then(() => toastSuccess('Change undone.'), toastError);
  const finish = () => {
    toastUndo('Site settings saved.', undo);
    onClose();
  };
  return (
    <FormDialog
      title="Customize this site"
      submitLabel="Save"
      isPending={change.isPending}
      error={formError}
      onSubmit={form.onSubmit((body) => change.mutate(body, { onSuccess: finish }))}
      onClose={onClose}
    >
      <TextInput
        label="Community name"
        description="Greets visitors on the landing page."
        maxLength={siteLimits.name}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        description="One or two sentences below the name."
        rows={3}
        maxLength={siteLimits.description}
        {...form.getInputProps('description')}
      />
      <Checkbox
        label="Server status is public"
        description="Everyone sees the servers with their state and player counts, and can embed their badges. Players' names stay hidden."
        {...form.getInputProps('isStatusPublic', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
