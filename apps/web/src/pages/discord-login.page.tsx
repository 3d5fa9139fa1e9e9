import { Stack, Text } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { LinkButton } from '../components/buttons/link-button.tsx';
import { Page } from '../components/layout/page.tsx';
import { ErrorNotice } from '../components/notices/error-notice.tsx';
import { loginFailureText } from '../features/discord/link-failures.ts';
import { findPendingLogin } from '../features/discord/pending-login.ts';
import { afterLogin } from '../features/users/after-login.ts';
import { useDiscordLogin } from '../features/users/users.mutations.ts';

/** A code can be used once, and an effect may run twice. */
const usedCodes = new Set<string>();

/** The browser comes here from Discord by way of the page for linking, which is the only address that Discord knows. */
export function DiscordLoginPage() {
  const { code, state, iss, error } = useSearch({ from: '/auth/login/discord' });
  const router = useRouter();
  const login = useDiscordLogin();
  const pending = findPendingLogin(state);
  const finish = useEffectEvent((code: string | undefined) => {
    if (pending === undefined || code === undefined || usedCodes.has(code)) return;
    usedCodes.add(code);
    const body = { code, state: pending.state, browser: pending.browser, ...(iss !== undefined && { iss }) };
    login.mutate(body, { onSuccess: () => router.history.replace(afterLogin(pending.redirect)) });
  });
  useEffect(() => finish(code), [code]);
  const failure = loginFailureText({ error, isKnown: pending !== undefined && code !== undefined });
  return (
    <Page title="Log in with Discord">
      <Stack gap="lg">
        {login.error !== null ? (
          <ErrorNotice error={login.error} />
        ) : (
          <Text role="status">{failure ?? 'Logging in…'}</Text>
        )}
        <LinkButton
          to="/login"
          search={pending === undefined || pending.redirect === '/' ? {} : { redirect: pending.redirect }}
          variant="default"
          fullWidth
        >
          Back to the login page
        </LinkButton>
      </Stack>
    </Page>
  );
}
