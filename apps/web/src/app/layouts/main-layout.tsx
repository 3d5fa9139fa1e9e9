import { useDisclosure } from '@mantine/hooks';
import { isAdmin, isOwner } from '@tribehall/contract/roles';
import { Outlet } from '@tanstack/react-router';
import { useDeferredValue, useSyncExternalStore, type ReactNode } from 'react';
import { WatchedPlayers } from '../../components/display/watched-mark.tsx';
import { Deferred } from '../../components/layout/deferred.tsx';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { useWatchedPlayers } from '../../features/people/notes/watched.live.ts';
import { SiteFooter } from '../../features/site/components/site-footer.tsx';
import { useSiteLive } from '../../features/site/site.live.ts';
import { useMeLive } from '../../features/users/users.live.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { session, token } from '../../lib/api/session.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { HoverCardHost } from '../hover-cards/hover-card-host.tsx';
import { useNavigation } from '../use-navigation.ts';
import classes from './main-layout.module.css';
import { NavGroups } from './nav-groups.tsx';
import { TopBar } from './top-bar.tsx';

const SessionEndedDialog = lazyPart(() =>
  import('../../features/users/components/session-ended-dialog.tsx').then((module) => module.SessionEndedDialog),
);
const SecondFactorNotice = lazyPart(() =>
  import('../../features/users/components/second-factor-notice.tsx').then((module) => module.SecondFactorNotice),
);
const NavDrawer = lazyPart(() => import('./nav-drawer.tsx').then((module) => module.NavDrawer));

type Props = { children?: ReactNode };

/** Top bar, drawer and footer around the page of the route, or around `children`. Visitors have nothing to navigate to. */
export function MainLayout({ children }: Props) {
  return (
    <Deferred>
      <Layout>{children}</Layout>
    </Deferred>
  );
}

function Layout({ children = <Outlet /> }: Props) {
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const groups = useNavigation();
  // Two dozen links: they wait for what the user is doing.
  const shownGroups = useDeferredValue(groups);
  const isLoggedIn = useStoredText(token) !== null;
  const me = useMe();
  const roles = me?.roles ?? [];
  const watched = useWatchedPlayers(isAdmin(roles));
  const isSuspended = useSyncExternalStore(session.subscribe, session.isSuspended);
  useMeLive();
  useSiteLive(isLoggedIn);
  return (
    <div className={classes.layout} data-visitor={!isLoggedIn}>
      <SkipLink />
      <header className={classes.topBar}>
        <TopBar groups={groups} isDrawerOpen={isDrawerOpen} onDrawerOpen={drawer.open} />
      </header>
      {isLoggedIn ? (
        <div className={classes.drawer}>
          <NavGroups groups={shownGroups} />
        </div>
      ) : null}
      {isLoggedIn && isDrawerOpen ? <NavDrawer isOpen onClose={drawer.close} groups={groups} /> : null}
      <main id="main" tabIndex={-1} className={classes.main}>
        {me?.isSecondFactorMissing ? <SecondFactorNotice /> : null}
        <WatchedPlayers value={watched}>{children}</WatchedPlayers>
        {isLoggedIn ? <HoverCardHost /> : null}
      </main>
      {isSuspended ? <SessionEndedDialog /> : null}
      <div className={classes.footer}>
        <SiteFooter isOwner={isOwner(roles)} />
      </div>
    </div>
  );
}

function SkipLink() {
  return (
    <a href="#main" className={classes.link}>
      Skip to content
    </a>
  );
}
