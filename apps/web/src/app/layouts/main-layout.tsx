import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SiteFooter } from '../../features/site/components/site-footer.tsx';
import { useMeLive } from '../../features/users/users.live.ts';
import classes from './main-layout.module.css';
import { NavGroups } from './nav-groups.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts';
import { useNavigation } from './use-navigation.ts';

const NavDrawer = lazy(() => import('./nav-drawer.tsx').then((module) => ({ default: module.NavDrawer })));

export function MainLayout() {
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const groups = useNavigation();
  useMeLive();
  useFocusAfterNavigation('main');
  return (
    <div className={classes.layout}>
      <SkipLink />
      <header className={classes.topBar}>
        <TopBar isDrawerOpen={isDrawerOpen} onDrawerOpen={drawer.open} />
      </header>
      <div className={classes.drawer}>
        <NavGroups groups={groups} />
      </div>
      <Suspense>{isDrawerOpen ? <NavDrawer isOpen onClose={drawer.close} groups={groups} /> : null}</Suspense>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <div className={classes.footer}>
        <SiteFooter />
      </div>
    </div>
  );
}
