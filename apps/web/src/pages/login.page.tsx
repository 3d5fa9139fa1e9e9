import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Page } from '../components/layout/page.tsx';
import { TextLink } from '../components/buttons/text-link.tsx';
import { DiscordLoginButton } from '../features/discord/components/discord-login-button.tsx';
import { siteQuery } from '../features/site/site.queries.ts';
import { afterLogin } from '../features/users/after-login.ts';
import { LoginForm } from '../features/users/components/login-form.tsx';
import { useLogin } from '../features/users/users.mutations.ts';

export function LoginPage() {
  const { email, redirect } = useSearch({ from: '/auth/login' });
  const router = useRouter();
  const login = useLogin();
  const { data: site } = useQuery(siteQuery);
  return (
    <Page title="Log in">
      <Stack gap="lg">
        <LoginForm email={email} login={login} onLoggedIn={() => router.history.push(afterLogin(redirect))} />
        <TextLink to="/forgot-password" search={{ ...(email && { email }) }} size="sm">
          Forgot your password?
        </TextLink>
        {site?.isDiscordLoginOn ? <DiscordLoginButton redirect={redirect} /> : null}
        <Text size="sm">
          No account yet?{' '}
          <TextLink to="/register" search={{ ...(email && { email }), ...(redirect && { redirect }) }} size="sm">
            Register
          </TextLink>
        </Text>
      </Stack>
    </Page>
  );
}
