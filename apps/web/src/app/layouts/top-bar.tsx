import { Burger, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isAdmin } from '@tribehall/contract/roles';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkButton } from '../../components/buttons/link-button.tsx';
import { ThemeSwitch } from '../../components/buttons/theme-switch.tsx';
import { ClusterPicker } from '../../features/clusters/components/cluster-picker.tsx';
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx';
import { ServerPicker } from '../../features/servers/components/server-picker.tsx';
import { siteQuery } from '../../features/site/site.queries.ts';
import { useFavorites } from '../../features/users/users.mutations.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { token } from '../../lib/api/session.ts';
import { codeQuery } from '../../lib/code/code-query.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import type { NavGroup } from '../navigation.ts';
import { SearchEverywhere } from '../search/search-everywhere.tsx';
import { Shortcuts, type ShortcutDialog } from '../shortcuts/shortcuts.tsx';
import { Brand } from './brand.tsx';
import classes from './top-bar.module.css';

const accountMenuCode = codeQuery('account menu', () => import('../../features/users/components/account-menu.tsx'));

type Props = { groups: NavGroup[]; isDrawerOpen: boolean; onDrawerOpen: () => void };

export function TopBar({ groups, isDrawerOpen, onDrawerOpen }: Props) {
  const isLoggedIn = useStoredText(token) !== null;
  const me = useMe();
  const [dialog, setDialog] = useState<ShortcutDialog>();
  const showShortcuts = () => setDialog('help');
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" miw={0} className={`${classes.side} ${classes.start}`}>
        {isLoggedIn ? (
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
        ) : null}
        <Brand />
        <TopBarPicker />
      </Group>
      {isLoggedIn ? (
        <>
          <SearchEverywhere groups={groups} onShortcuts={showShortcuts} />
          <Shortcuts groups={groups} dialog={dialog} onDialog={setDialog} />
        </>
      ) : null}
      <Group gap="xs" wrap="nowrap" justify="flex-end" className={classes.side ?? ''}>
        <div className={isLoggedIn ? classes.theme : undefined}>
          <ThemeSwitch />
        </div>
        {me === undefined || !isLoggedIn ? null : <NotificationBell userId={me.id} key={me.id} />}
        <TopBarAccount onShortcuts={showShortcuts} />
      </Group>
    </Group>
  );
}

/** Shows the account menu as soon as there is a token, even while the user is still loading. */
function TopBarAccount({ onShortcuts }: { onShortcuts: () => void }) {
  const isLoggedIn = useStoredText(token) !== null;
  const me = useMe();
  const { data: code } = useQuery({ ...accountMenuCode, enabled: isLoggedIn });
  const { data: site } = useQuery(siteQuery);
  if (isLoggedIn) {
    if (code === undefined) return null;
    return <code.AccountMenu userId={me?.id ?? ''} username={me?.username ?? 'Account'} onShortcuts={onShortcuts} />;
  }
  return (
    <>
      {site?.isStatusPublic === true ? (
        <LinkButton to="/status" variant="subtle" color="gray" px="md" visibleFrom="sm">
          Server status
        </LinkButton>
      ) : null}
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
