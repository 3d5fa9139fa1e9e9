import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { afterLogin, authPages } from '../features/users/after-login.ts';
import { meQuery } from '../features/users/users.queries.ts';
import { connection } from '../lib/api/request.ts';
import { dropPrivateQueries } from '../lib/api/private-queries.ts';
import { session, token } from '../lib/api/session.ts';
import { firstPage } from '../lib/browser/first-page.ts';
import type { AppRouter } from './router.tsx';

/** Follows changes of the session outside of the pages: it expired, or another tab changed it. */
export function watchSession(router: AppRouter, queryClient: QueryClient): () => void {
  const stopTyping = watchTyping(router);
  const unsubscribe = session.subscribe((cause) => {
    if (cause === 'expired') {
      dropPrivateQueries(queryClient);
      askForLogin(router);
    }
    if (cause === 'elsewhere') void followOtherTab(router, queryClient);
  });
  return () => {
    unsubscribe();
    stopTyping();
  };
}

/** First in line, so that Escape does not close the dialog below the one that asks for the login. */
function holdEscape(event: KeyboardEvent): void {
  if (session.isSuspended() && event.key === 'Escape') event.stopImmediatePropagation();
}

/** A session that ends while something is typed must not take it along. */
function watchTyping(router: AppRouter): () => void {
  let hasTyped = false;
  const note = () => {
    hasTyped = true;
  };
  document.addEventListener('input', note, true);
  window.addEventListener('keydown', holdEscape, true);
  const unsubscribe = router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) hasTyped = false;
  });
  session.suspendWhile(() => hasTyped && !isAuthPage(router.state.location.pathname));
  return () => {
    document.removeEventListener('input', note, true);
    window.removeEventListener('keydown', holdEscape, true);
    unsubscribe();
    session.suspendWhile(() => false);
  };
}

function askForLogin(router: AppRouter): void {
  const { pathname, searchStr } = router.state.location;
  if (isAuthPage(pathname)) return;
  void router.navigate({ to: '/login', search: { redirect: `${pathname}${searchStr}` } });
}

/** A renewed token changes nothing here; another user's token does. */
async function followOtherTab(router: AppRouter, queryClient: QueryClient): Promise<void> {
  const before = queryClient.getQueryData(meQuery.queryKey);
  const after =
    token.get() === null ? undefined : await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => before);
  if (before?.id === after?.id && token.get() !== null) return session.resume();
  // What was typed is in memory in many places: all of it goes.
  if (session.isSuspended()) return location.assign('/');
  dropPrivateQueries(queryClient);
  if (after !== undefined) queryClient.setQueryData(meQuery.queryKey, after);
  const { pathname, search } = router.state.location;
  if (after !== undefined && isAuthPage(pathname)) router.history.push(afterLogin(search.redirect));
  else await router.invalidate();
}

function isAuthPage(pathname: string): boolean {
  return authPages.includes(pathname);
}

/** Refetches queries that failed while the portal was unreachable. */
export function watchConnection(): void {
  onlineManager.setEventListener((setOnline) => connection.watch(() => setOnline(connection.get() === 'connected')));
  connection.start();
}

export function watchFirstPage(router: AppRouter): () => void {
  return router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) firstPage.leave();
  });
}

/** After a navigation, keyboard and screen reader continue in the new page instead of at the old link. */
export function focusAfterNavigation(router: AppRouter): () => void {
  return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation !== undefined) document.getElementById('main')?.focus({ preventScroll: true });
  });
}
