import { Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { TextLink } from '../components/buttons/text-link.tsx';
import { Page } from '../components/layout/page.tsx';
import { ResetPasswordForm } from '../features/users/own-account/reset-password-form.tsx';

/** The code is in the fragment of the URL, which no server and no log sees. */
export function ResetPasswordPage() {
  const { hash: code } = useLocation();
  const [isDone, setIsDone] = useState(false);
  return (
    <Page title="Set a new password">
      <Stack gap="lg">
        {isDone ? (
          <Text role="status">Your password is set, and you are logged out everywhere.</Text>
        ) : code === '' ? (
          <Text>This link is incomplete. Copy the whole link and open it again.</Text>
        ) : (
          <ResetPasswordForm code={code} onDone={() => setIsDone(true)} />
        )}
        <TextLink to="/login" size="sm">
          Back to log in
        </TextLink>
      </Stack>
    </Page>
  );
}
