import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pickStrings } from '../lib/browser/search-params.ts';
import { skipLogin } from './guards.tsx';
import { AuthLayout } from './layouts/auth-layout.tsx';
import { inRoot } from './root-route.tsx';

export const auth = createRoute({ ...inRoot, id: 'auth', component: AuthLayout });
const inAuth = { getParentRoute: () => auth };

/** Pages to log in, register and come back. */
export const authPages = [
  createRoute({
    ...inAuth,
    path: '/login',
    beforeLoad: skipLogin,
    validateSearch: (search) => pickStrings(search, ['email', 'redirect']),
    component: lazyRouteComponent(() => import('../pages/login.page.tsx'), 'LoginPage'),
  }),
  createRoute({
    ...inAuth,
    path: '/login/discord',
    validateSearch: (search) => pickStrings(search, ['code', 'state', 'iss', 'error']),
    component: lazyRouteComponent(() => import('../pages/discord-login.page.tsx'), 'DiscordLoginPage'),
  }),
  createRoute({
    ...inAuth,
    path: '/register',
    validateSearch: (search) => pickStrings(search, ['email', 'redirect', 'setup', 'invitation']),
    component: lazyRouteComponent(() => import('../pages/register.page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    ...inAuth,
    path: '/forgot-password',
    validateSearch: (search) => pickStrings(search, ['email']),
    component: lazyRouteComponent(() => import('../pages/forgot-password.page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    ...inAuth,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('../pages/reset-password.page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    ...inAuth,
    path: '/logout',
    validateSearch: (search) => pickStrings(search, ['redirect']),
    component: lazyRouteComponent(() => import('../pages/logout.page.tsx'), 'LogoutPage'),
  }),
] as const;
