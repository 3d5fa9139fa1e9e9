import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { useConfirmPassword } from '../users.mutations.ts';

type Props = {
  confirmLabel: string;
  /** Why the password is asked for. */
  reason: string;
  /** Whether a code of the authenticator app will do, too. */
  canUseCode?: boolean;
  onConfirmed: () => void;
  onClose: () => void;
};

/** Re-authentication: someone at an unlocked screen is not necessarily its user. */
export function PasswordConfirmDialog({ confirmLabel, reason, canUseCode = false, onConfirmed, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [isCode, setIsCode] = useState(false);
  const { mutate, reset, isPending, error } = useConfirmPassword();
  const fieldError = fieldErrors(error)[isCode ? 'code' : 'password'];
  const confirm = () => {
    if (typed !== '' && !isPending) mutate(isCode ? { code: typed } : { password: typed }, { onSuccess: onConfirmed });
  };
  const change = () => {
    setTyped('');
    setIsCode(!isCode);
    reset();
  };
  return (
    <ConfirmDialog
      isOpen
      title="Confirm it's you"
      confirmLabel={confirmLabel}
      isDisabled={typed === ''}
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
          {isCode ? (
            <TextInput
              label="Code from your authenticator app"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={typed}
              error={fieldError}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          ) : (
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              data-autofocus
              value={typed}
              error={fieldError}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {canUseCode ? (
            <div>
              <Button variant="subtle" size="compact-sm" onClick={change}>
                {isCode ? 'Use the password instead' : 'Use a code instead'}
              </Button>
            </div>
          ) : null}
        </Stack>
      </form>
    </ConfirmDialog>
  );
}
