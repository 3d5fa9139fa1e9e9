import { redirect } from '@tanstack/react-router';
import { lastCluster } from '../features/clusters/last-cluster.ts';
import { lastServer } from '../features/servers/last-server.ts';
import { afterLogin } from '../features/users/after-login.ts';
import { token } from '../lib/api/session.ts';
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
