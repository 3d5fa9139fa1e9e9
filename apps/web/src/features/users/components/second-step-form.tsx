import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import type { SecondStep } from '../log-in.ts';
import type { useLogin } from '../users.mutations.ts';

type Props = {
  step: SecondStep;
  login: ReturnType<typeof useLogin>;
  onLoggedIn: () => void;
  /** Back to the password. */
  onClose: () => void;
};

/** Asks for the second factor, after the password. */
export function SecondStepForm({ step: { ticket, hasTotp, hasPasskey }, login, onLoggedIn, onClose }: Props) {
  const [code, setCode] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const { error, isPending, variables } = login;
  const isPasskeyUsed = variables !== undefined && 'isPasskey' in variables;
  const wrongCode = fieldErrors(error)['code'];
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    setIsEmpty(code.trim() === '');
    if (code.trim() !== '' && !isPending) login.mutate({ ticket, code }, { onSuccess: onLoggedIn });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text role="status">Two-step login is on for this account. Confirm that it&rsquo;s you.</Text>
        {hasPasskey ? (
          <Button
            {...(hasTotp && { variant: 'default' })}
            loading={isPending && isPasskeyUsed}
            fullWidth
            onClick={() => login.mutate({ isPasskey: true, ticket }, { onSuccess: onLoggedIn })}
          >
            Use a passkey
          </Button>
        ) : null}
        <TextInput
          label={hasTotp ? 'Code' : 'Recovery code'}
          description={hasTotp ? 'From your authenticator app, or a recovery code' : 'Each works once'}
          error={isEmpty ? 'Enter the code.' : wrongCode}
          value={code}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          autoCapitalize="characters"
          ref={focusOnce}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {error === null || wrongCode !== undefined || isFirstStep(error) ? null : <ErrorNotice error={error} />}
        <Group grow>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={isPending && !isPasskeyUsed}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}

/** The error that led here. */
function isFirstStep(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SECOND_FACTOR_REQUIRED';
}
