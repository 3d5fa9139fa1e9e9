import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { invitationLimits } from '@tribehall/contract/accounts/invitation-limits';
import { roles } from '@tribehall/contract/roles';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { LabelledSelect } from '../../../components/forms/labelled-select.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { useCreateInvitation } from '../registration.mutations.ts';

const lifetimes = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

const given = [
  { value: '', label: 'No role' },
  { value: String(roles.Admin), label: 'Admin' },
];

type Props = { isOwner: boolean; onClose: () => void };

/** Creates an invitation, then shows its link: the only time that it can be seen. */
export function InvitationDialog({ isOwner, onClose }: Props) {
  const create = useCreateInvitation();
  const form = useForm<{ role: string; hours: string; maxUses: string; note: string }>({
    initialValues: { role: '', hours: '168', maxUses: '1', note: '' },
    validate: {
      maxUses: (uses) => (/^\d{1,3}$/.test(uses) ? null : `Enter a number from 1 to ${invitationLimits.uses}.`),
    },
  });
  const formError = useFormErrors(form, create.error);
  if (create.data !== undefined) return <LinkDialog code={create.data.code} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite people"
      submitLabel="Create link"
      isPending={create.isPending}
      error={formError}
      onSubmit={form.onSubmit(({ role, hours, maxUses, note }) =>
        create.mutate({
          role: role === '' ? null : roles.Admin,
          hours: Number(hours),
          maxUses: Number(maxUses),
          note,
        }),
      )}
      onClose={onClose}
    >
      <TextInput
        label="Note"
        description="For Admins, to recognize the invitation."
        maxLength={invitationLimits.note}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('note')}
      />
      <TextInput
        label="How many people can use it"
        type="number"
        min={1}
        max={invitationLimits.uses}
        {...form.getInputProps('maxUses')}
      />
      <LabelledSelect
        label="Valid for"
        value={form.values.hours}
        error={form.errors['hours']}
        onChange={(hours) => form.setFieldValue('hours', hours)}
      >
        {lifetimes.map(toOption)}
      </LabelledSelect>
      {isOwner ? (
        <LabelledSelect
          label="Role"
          description="Everyone who registers with the link gets it."
          value={form.values.role}
          error={form.errors['role']}
          onChange={(role) => form.setFieldValue('role', role)}
        >
          {given.map(toOption)}
        </LabelledSelect>
      ) : null}
    </FormDialog>
  );
}

function toOption({ value, label }: { value: string; label: string }) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

function LinkDialog({ code, onClose }: { code: string; onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Invitation link"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        <Text>Copy the link now. It can't be shown again.</Text>
        <CopyField label="Link" value={`${location.origin}/register?invitation=${code}`} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
