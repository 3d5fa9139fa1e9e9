import { Text } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { Page } from '../components/layout/page.tsx';
import { useLogout } from '../features/users/users.mutations.ts';
import { safeRedirect } from '../lib/browser/safe-redirect.ts';

export function LogoutPage() {
  const { redirect } = useSearch({ from: '/auth/logout' });
  const router = useRouter();
  const logout = useLogout();
  const leave = useEffectEvent(() => {
    logout();
    router.history.replace(safeRedirect(redirect));
  });
  useEffect(() => leave(), []);
  return (
    <Page title="Logout">
      <Text role="status">Logging out…</Text>
    </Page>
  );
}
