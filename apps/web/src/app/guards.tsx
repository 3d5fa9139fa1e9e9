import { Outlet, redirect } from '@tanstack/react-router';
import { QueryRegion } from '../components/layout/query-region.tsx';
import { lastCluster } from '../features/clusters/last-cluster.ts';
import { lastServer } from '../features/servers/last-server.ts';
import { afterLogin } from '../features/users/after-login.ts';
import { useMe, useMeQuery } from '../features/users/users.queries.ts';
import { token } from '../lib/api/session.ts';
import { DiscordUnlinkedPage, ForbiddenPage } from '../pages/status.pages.tsx';
import { paths } from './paths.ts';

type Visit = { location: { pathname: string; searchStr: string } };

/** Sends anonymous visitors to the login, which leads back here. */
export function requireLogin({ location: { pathname, searchStr } }: Visit): void {
  if (token.get() !== null) return;
  throw redirect({ to: paths.login, search: { redirect: `${pathname}${searchStr}` } });
}

/** Whoever is logged in already goes where the login would have led. */
export function skipLogin({ search }: { search: { redirect?: string | undefined } }): void {
  if (token.get() !== null) throw redirect({ href: afterLogin(search.redirect), replace: true });
}

export function restoreServer(): void {
  const serverId = lastServer.get();
  if (serverId) throw redirect({ to: paths.server, params: { serverId }, replace: true });
}

export function restoreCluster(): void {
  const clusterId = lastCluster.get();
  if (clusterId) throw redirect({ to: paths.cluster, params: { clusterId }, replace: true });
}

/** The Ski Bap pages are for members of one Discord guild. The server decides who is one. */
export function GuildGate() {
  const me = useMe();
  if (me === undefined) return null;
  if (me.connections.discord === undefined) return <DiscordUnlinkedPage />;
  return me.isGuildMember ? <Outlet /> : <ForbiddenPage />;
}

type Props = { isAllowed: (roles: readonly number[]) => boolean };

/** Looks again whenever the user changes, so that a role taken away closes the page at once. */
export function RoleGate({ isAllowed }: Props) {
  const me = useMe();
  if (me === undefined) return null;
  return isAllowed(me.roles) ? <Outlet /> : <ForbiddenPage />;
}

/** The pages below know who looks. That someone is logged in at all, the router has seen to. */
export function UserGate() {
  const query = useMeQuery();
  return <QueryRegion query={query}>{() => <Outlet />}</QueryRegion>;
}
