import { Outlet, redirect } from '@tanstack/react-router';
import { QueryRegion } from '../components/layout/query-region.tsx';
import { lastCluster } from '../features/clusters/last-cluster.ts';
import { findPendingLogin } from '../features/discord/pending-login.ts';
import { lastServer } from '../features/servers/last-server.ts';
import { afterLogin } from '../features/users/after-login.ts';
import { useMe, useMeQuery } from '../features/users/users.queries.ts';
import { token } from '../lib/api/session.ts';
import { pickStrings } from '../lib/browser/search-params.ts';
import { DiscordUnlinkedPage, ForbiddenPage } from '../pages/status.pages.tsx';

type Visit = { location: { pathname: string; searchStr: string; search: object } };

/** Sends visitors without a session to the login page, which leads back here. */
export function requireLogin({ location: { pathname, searchStr, search } }: Visit): void {
  finishDiscordLogin(pathname, pickStrings({ ...search }, ['code', 'state', 'iss', 'error']));
  if (token.get() !== null) return;
  throw redirect({ to: '/login', search: { redirect: `${pathname}${searchStr}` } });
}

/** Discord sends everyone back to the page for linking; those who are logging in go on from there. */
function finishDiscordLogin(pathname: string, search: { state?: string }): void {
  if (pathname === '/account/connections/discord' && findPendingLogin(search.state) !== undefined)
    throw redirect({ to: '/login/discord', search, replace: true });
}

/** A user who is already logged in goes straight to where the login would lead. */
export function skipLogin({ search }: { search: { redirect?: string | undefined } }): void {
  if (token.get() !== null) throw redirect({ href: afterLogin(search.redirect), replace: true });
}

type IndexVisit = { search: { list?: string } };

/** The index leads to the server viewed last. With parameters (`?list=all`) it is the list of all servers. */
export function restoreServer({ search }: IndexVisit): void {
  const serverId = lastServer.get();
  if (serverId && Object.keys(search).length === 0)
    throw redirect({ to: '/arkbot/servers/$serverId', params: { serverId }, replace: true });
}

export function restoreCluster({ search }: IndexVisit): void {
  const clusterId = lastCluster.get();
  if (clusterId && Object.keys(search).length === 0)
    throw redirect({ to: '/arkbot/clusters/$clusterId', params: { clusterId }, replace: true });
}

/** The Ski Bap pages are for members of one Discord guild. The portal decides who is one. */
export function GuildGate() {
  const me = useMe();
  if (me === undefined) return null;
  if (me.connections.discord === undefined) return <DiscordUnlinkedPage />;
  return me.isGuildMember ? <Outlet /> : <ForbiddenPage />;
}

type Props = { isAllowed: (roles: readonly number[]) => boolean };

/** Checked again whenever the user changes, so that losing a role closes the page at once. */
export function RoleGate({ isAllowed }: Props) {
  const me = useMe();
  if (me === undefined) return null;
  return isAllowed(me.roles) ? <Outlet /> : <ForbiddenPage />;
}

/** Waits for the user's data. The router has already made sure that there is a session. */
export function UserGate() {
  const query = useMeQuery();
  return <QueryRegion query={query}>{() => <Outlet />}</QueryRegion>;
}
