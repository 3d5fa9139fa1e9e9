import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { SiteFooter } from '../../features/site/components/site-footer.tsx';
import { useMeLive } from '../../features/users/users.live.ts';
import classes from './main-layout.module.css';
import { NavGroups } from './nav-groups.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { useNavigation } from './use-navigation.ts';

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
