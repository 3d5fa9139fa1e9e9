import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { scopeNames } from '@tribehall/contract/accounts/scopes';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { DateTimeInput } from '../../../components/forms/date-time-input.tsx';
import { LabelledSelect } from '../../../components/forms/labelled-select.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { useFormErrors } from '../../../components/forms/use-form-errors.ts';
import { hasCode } from '../../../lib/api/api-error.ts';
import { fromLocalField } from '../../../lib/text/local-field.ts';
import { useCreateToken } from '../tokens.mutations.ts';
import { TokenGrantFields, type GrantValues } from './token-grant-fields.tsx';
import { TokenSecretDialog } from './token-secret-dialog.tsx';

const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'At a time that I choose' },
  { value: 'never', label: 'Never' },
];
const dayMs = 24 * 60 * 60 * 1000;

type Values = GrantValues & { name: string; expiry: string; expiresAt: string; password: string };

/** Asks for the password only if it was not given lately. */
export function TokenCreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateToken();
  const [isPasswordAsked, setIsPasswordAsked] = useState(false);
  const form = useForm<Values>({
    initialValues: {
      name: '',
      scopes: ['read'],
      isForAll: true,
      serverIds: [],
      expiry: '90',
      expiresAt: '',
      password: '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      scopes: (chosen) => (chosen.length === 0 ? 'Choose at least one.' : null),
      serverIds: (ids, { isForAll }) => (!isForAll && ids.length === 0 ? 'Choose at least one server.' : null),
      expiresAt: (_, values) => (toExpiry(values) === undefined ? 'Enter a date and time.' : null),
      password: (password) => (isPasswordAsked && password === '' ? 'Enter your password.' : null),
    },
  });
  const isUnconfirmed = hasCode(create.error, 'CONFIRMATION_NEEDED');
  const formError = useFormErrors(form, isUnconfirmed ? null : create.error);
  const submit = (values: Values) => {
    const { name, password, isForAll, serverIds } = values;
    create.mutate(
      {
        name: name.trim(),
        scopes: scopeNames.filter((scope) => values.scopes.includes(scope)),
        serverIds: isForAll ? null : serverIds,
        expiresAt: toExpiry(values) ?? null,
        password,
      },
      { onError: (error) => hasCode(error, 'CONFIRMATION_NEEDED') && setIsPasswordAsked(true) },
    );
  };
  if (create.data !== undefined) return <TokenSecretDialog secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Create an API token"
      submitLabel="Create token"
      isPending={create.isPending}
      error={formError}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What it is for, so that you recognize it later."
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TokenGrantFields form={form} />
      <LabelledSelect
        label="Expires"
        value={form.values.expiry}
        error={form.errors['expiry']}
        onChange={(expiry) => form.setFieldValue('expiry', expiry)}
      >
        {expiries.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </LabelledSelect>
      {form.values.expiry === 'date' ? (
        <DateTimeInput
          label="Expires at"
          value={form.values.expiresAt}
          error={form.errors['expiresAt']}
          onChange={(expiresAt) => form.setFieldValue('expiresAt', expiresAt)}
        />
      ) : null}
      {isPasswordAsked ? (
        <PasswordField
          label="Password"
          description="Confirm it's you: a token can act in your name."
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      ) : null}
    </FormDialog>
  );
}

/** As ISO text; null for never, undefined if it is not complete. */
function toExpiry({ expiry, expiresAt }: Values): string | null | undefined {
  if (expiry === 'never') return null;
  if (expiry === 'date') return fromLocalField(expiresAt);
  return new Date(Date.now() + Number(expiry) * dayMs).toISOString();
}
