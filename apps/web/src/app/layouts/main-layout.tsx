import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { lastCluster } from '../../features/clusters/last-cluster.ts';
import { lastServer } from '../../features/servers/last-server.ts';
import { SiteFooter } from '../../features/site/components/site-footer.tsx';
import { useMeLive } from '../../features/users/users.live.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { navigationFor, type NavGroup } from '../navigation.ts';
import classes from './main-layout.module.css';
import { NavGroups } from './nav-groups.tsx';
import { TopBar } from './top-bar.tsx';

const NavDrawer = lazyPart(() => import('./nav-drawer.tsx').then((module) => module.NavDrawer));

type Props = { children?: ReactNode };

/** Top bar, drawer and footer around the page of the route, or around `children`. */
export function MainLayout({ children = <Outlet /> }: Props) {
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const groups = useNavigation();
  useMeLive();
  return (
    <div className={classes.layout}>
      <SkipLink />
      <header className={classes.topBar}>
        <TopBar isDrawerOpen={isDrawerOpen} onDrawerOpen={drawer.open} />
      </header>
      <div className={classes.drawer}>
        <NavGroups groups={groups} />
      </div>
      {isDrawerOpen ? <NavDrawer isOpen onClose={drawer.close} groups={groups} /> : null}
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <div className={classes.footer}>
        <SiteFooter />
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

function useNavigation(): NavGroup[] {
  const pathname = useLocation({ select: (location) => location.pathname });
  return navigationFor({
    user: useMe(),
    isAccountPath: pathname === '/account' || pathname.startsWith('/account/'),
    isTribePath: /^\/arkbot\/servers\/[^/]+\/tribes\//.test(pathname),
    isPlayerPath: pathname.startsWith('/arkbot/players/'),
    serverId: useStoredText(lastServer),
    clusterId: useStoredText(lastCluster),
  });
}
