import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Page } from '../components/layout/page.tsx';
import { TextLink } from '../components/buttons/text-link.tsx';
import { DiscordLoginButton } from '../features/discord/components/discord-login-button.tsx';
import { mayRegister, RegistrationMode } from '../features/registration/components/registration-mode.tsx';
import { siteQuery } from '../features/site/site.queries.ts';
import { afterLogin } from '../features/users/after-login.ts';
import { RegisterForm } from '../features/users/components/register-form.tsx';

export function RegisterPage() {
  const { email, redirect, setup, invitation } = useSearch({ from: '/auth/register' });
  const router = useRouter();
  const { data: site, isPending, failureCount } = useQuery(siteQuery);
  const isFirst = setup !== undefined;
  const admission = { mode: site?.registration, hasInvitation: invitation !== undefined };
  if (!isFirst && isPending && failureCount === 0)
    return (
      <Page title="Register">
        <Skeleton height={320} />
      </Page>
    );
  return (
    <Page title="Register">
      <Stack gap="lg">
        {isFirst ? (
          <Text>You opened the one-time setup link. This account will be the Owner.</Text>
        ) : (
          <RegistrationMode {...admission} />
        )}
        {isFirst || mayRegister(admission) ? (
          <RegisterForm
            email={email}
            setup={setup}
            invitation={invitation}
            onRegistered={() => router.history.push(afterLogin(redirect))}
          />
        ) : null}
        {!isFirst && site?.isDiscordLoginOn && site.isDiscordSignUpOn ? (
          <DiscordLoginButton redirect={redirect} />
        ) : null}
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
