import { Burger, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isAdmin } from '@tribehall/contract/roles';
import { useLocation } from '@tanstack/react-router';
import { LinkButton } from '../../components/buttons/link-button.tsx';
import { ThemeSwitch } from '../../components/buttons/theme-switch.tsx';
import { ClusterPicker } from '../../features/clusters/components/cluster-picker.tsx';
import { ServerPicker } from '../../features/servers/components/server-picker.tsx';
import { useFavorites } from '../../features/users/users.mutations.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { token } from '../../lib/api/session.ts';
import { codeQuery } from '../../lib/code/code-query.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { Brand } from './brand.tsx';

const accountMenuCode = codeQuery('account menu', () => import('../../features/users/components/account-menu.tsx'));

type Props = { isDrawerOpen: boolean; onDrawerOpen: () => void };

export function TopBar({ isDrawerOpen, onDrawerOpen }: Props) {
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          hiddenFrom="md"
          size="sm"
          w={44}
          h={44}
          opened={false}
          onClick={onDrawerOpen}
          aria-label="Open navigation"
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
        />
        <Brand />
        <TopBarPicker />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ThemeSwitch />
        <TopBarAccount />
      </Group>
    </Group>
  );
}

/** Shows the account menu as soon as there is a token, even while the user is still loading. */
function TopBarAccount() {
  const isLoggedIn = useStoredText(token) !== null;
  const me = useMe();
  const { data: code } = useQuery({ ...accountMenuCode, enabled: isLoggedIn });
  if (isLoggedIn) return code === undefined ? null : <code.AccountMenu username={me?.username ?? 'Account'} />;
  return (
    <>
      <LinkButton to="/login" variant="subtle" color="gray" px="md">
        Log In
      </LinkButton>
      <LinkButton to="/register" variant="default">
        Register
      </LinkButton>
    </>
  );
}

/** The server or cluster picker, on the pages it applies to. */
function TopBarPicker() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const me = useMe();
  const favorites = useFavorites();
  if (me === undefined) return null;
  if (pathname.startsWith('/arkbot/servers')) return <ServerPicker favorites={favorites} canAdd={isAdmin(me.roles)} />;
  if (pathname.startsWith('/arkbot/clusters')) return <ClusterPicker />;
  return null;
}
