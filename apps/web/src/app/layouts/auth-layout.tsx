import { Outlet } from '@tanstack/react-router';
import { ContourArt } from '../../components/art/contour-art.tsx';
import { ThemeSwitch } from '../../components/buttons/theme-switch.tsx';
import { SiteFooter } from '../../features/site/components/site-footer.tsx';
import classes from './auth-layout.module.css';
import { Brand } from './brand.tsx';

/** Login and registration: one card, nothing beside it. */
export function AuthLayout() {
  return (
    <div className={classes.layout}>
      <ContourArt seed="Tribehall" size="hero" />
      <header className={classes.header}>
        <Brand />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.card}>
          <Outlet />
        </div>
      </main>
      <div className={classes.footer}>
        <SiteFooter />
      </div>
    </div>
  );
}
