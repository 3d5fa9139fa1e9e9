import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { SuggestField } from '../../../components/forms/suggest-field.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useSaveModerator } from '../moderators.mutations.ts';
import { candidatesQuery, type ModeratedPlace, type Moderator } from '../moderators.queries.ts';
import { PowerFields, powerRules, toPowers } from './power-fields.tsx';

type Props = {
  place: ModeratedPlace;
  /** To change; undefined to add one. */
  moderator: Moderator | undefined;
  onClose: () => void;
};

export function ModeratorDialog({ place, moderator, onClose }: Props) {
  const save = useSaveModerator(place, moderator?.id);
  const form = useForm<{ username: string; powers: string[]; maxBanDays: number | string }>({
    initialValues: {
      username: moderator?.user.name ?? '',
      powers: moderator?.powers ?? ['history', 'kick', 'warn', 'mute'],
      maxBanDays: moderator?.maxBanDays ?? (moderator === undefined ? 7 : ''),
    },
    validate: { username: (name) => (name.trim() === '' ? 'Enter the name of a user.' : null), ...powerRules },
  });
  const formError = useFormErrors(form, save.error);
  const finish = ({ user }: Moderator) => {
    toastSuccess(moderator === undefined ? `${user.name} is a moderator now.` : `Changed what ${user.name} may do.`);
    onClose();
  };
  return (
    <FormDialog
      title={moderator === undefined ? 'Add a moderator' : 'Change a moderator'}
      submitLabel={moderator === undefined ? 'Add' : 'Save'}
      isPending={save.isPending}
      error={formError}
      onSubmit={form.onSubmit(({ username, ...values }) =>
        save.mutate({ username: username.trim(), ...toPowers(values) }, { onSuccess: finish }),
      )}
      onClose={onClose}
    >
      {moderator === undefined ? (
        <UserField
          place={place}
          name={form.values.username}
          error={form.errors['username']}
          onName={(name) => form.setFieldValue('username', name)}
        />
      ) : (
        <Text fw={600}>
          <PlainText text={moderator.user.name} />
        </Text>
      )}
      <PowerFields form={form} />
    </FormDialog>
  );
}

type FieldProps = { place: ModeratedPlace; name: string; error: ReactNode; onName: (name: string) => void };

/** Suggests users while typing. */
function UserField({ place, name, error, onName }: FieldProps) {
  const [typed] = useDebouncedValue(name, 150);
  const { data: candidates = [] } = useQuery(candidatesQuery(place, typed));
  return (
    <SuggestField
      label="Username"
      description="Type part of the name to find the user."
      value={name}
      maxLength={64}
      error={error}
      suggestions={candidates.map((candidate) => ({ value: candidate.name, text: candidate.name }))}
      onChange={onName}
    />
  );
}
