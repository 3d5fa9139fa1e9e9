import { Stack, Text } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Page } from '../components/layout/page.tsx';
import { TextLink } from '../components/buttons/text-link.tsx';
import { afterLogin } from '../features/users/after-login.ts';
import { RegisterForm } from '../features/users/components/register-form.tsx';

export function RegisterPage() {
  const { email, redirect, setup } = useSearch({ from: '/auth/register' });
  const router = useRouter();
  return (
    <Page title="Register">
      <Stack gap="lg">
        {setup === undefined ? null : <Text>You opened the one-time setup link. This account will be the Owner.</Text>}
        <RegisterForm email={email} setup={setup} onRegistered={() => router.history.push(afterLogin(redirect))} />
        <Text size="sm">
          Have an account?{' '}
          <TextLink to="/login" search={{ ...(email && { email }), ...(redirect && { redirect }) }} size="sm">
            Log in
          </TextLink>
        </Text>
      </Stack>
    </Page>
  );
}
