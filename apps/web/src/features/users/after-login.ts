import { trimEndOf } from '@tribehall/contract/shared/text';
import { safeRedirect } from '../../lib/browser/safe-redirect.ts';

/** Returning to one of these would log the user out or ask for the login again. */
export const authPages: readonly string[] = ['/login', '/register', '/logout', '/forgot-password', '/reset-password'];

export function afterLogin(redirect: string | undefined): string {
  const target = safeRedirect(redirect);
  const { pathname } = new URL(target, location.origin);
  return authPages.includes(trimEndOf(pathname, '/')) ? '/' : target;
}
