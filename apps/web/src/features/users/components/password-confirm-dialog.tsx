import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { useConfirmPassword } from '../users.mutations.ts';

type Props = {
  confirmLabel: string;
  /** Why the password is asked for. */
  reason: string;
  onConfirmed: () => void;
  onClose: () => void;
};

/** Re-authentication: someone at an unlocked screen is not necessarily its user. */
export function PasswordConfirmDialog({ confirmLabel, reason, onConfirmed, onClose }: Props) {
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useConfirmPassword();
  const fieldError = fieldErrors(error)['password'];
  const confirm = () => {
    if (password !== '' && !isPending) mutate(password, { onSuccess: onConfirmed });
  };
  return (
    <ConfirmDialog
      isOpen
      title="Confirm it's you"
      confirmLabel={confirmLabel}
      isDisabled={password === ''}
      isPending={isPending}
      error={fieldError === undefined ? error : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <Stack gap="md">
          <Text>{reason}</Text>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={fieldError}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </ConfirmDialog>
  );
}
