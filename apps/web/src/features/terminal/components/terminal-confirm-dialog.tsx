import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { useConfirmPassword } from '../terminal.mutations.ts';

type Props = { onConfirmed: () => void; onClose: () => void };

/** Re-authentication: someone at an unlocked screen is not necessarily its user. */
export function TerminalConfirmDialog({ onConfirmed, onClose }: Props) {
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
      confirmLabel="Confirm and run"
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
          <Text>Enter your password to use the terminal. It has been a while since you last confirmed it.</Text>
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
