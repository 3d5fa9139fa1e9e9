import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { useRequestReset } from './own-account.queries.ts';

type Props = { email?: string | undefined; by: { email: boolean; discord: boolean } };

/** Asks for a link. Whether there is such an account is not told. */
export function ForgotPasswordForm({ email = '', by }: Props) {
  const requestReset = useRequestReset();
  const [address, setAddress] = useState(email);
  if (requestReset.isSuccess)
    return (
      <Text role="status">
        If there is an account with this email address, we've sent a link {sentBy(by)}. It works once, for an hour.
      </Text>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() !== '') requestReset.mutate(address.trim());
      }}
    >
      <Stack gap="lg">
        <Text>Enter the email address of your account. We'll send you a link {sentBy(by)}.</Text>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          required
          withAsterisk={false}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {requestReset.error === null ? null : <ErrorNotice error={requestReset.error} />}
        <Button type="submit" loading={requestReset.isPending} fullWidth>
          Send link
        </Button>
      </Stack>
    </form>
  );
}

function sentBy({ email, discord }: Props['by']): string {
  if (email && discord) return 'by email and, if Discord is linked, by Discord message';
  return email ? 'by email' : 'by Discord message, if Discord is linked';
}
