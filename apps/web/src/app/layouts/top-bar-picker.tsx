import { isAdmin } from '@tribehall/contract/roles';
import { useLocation } from '@tanstack/react-router';
import { ClusterPicker } from '../../features/clusters/components/cluster-picker.tsx';
import { ServerPicker } from '../../features/servers/components/server-picker.tsx';
import { useFavorites } from '../../features/users/use-favorites.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { paths } from '../paths.ts';

/** On the paths of servers and clusters, the way to another one. */
export function TopBarPicker() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const me = useMe();
  const favorites = useFavorites();
  if (me === undefined) return null;
  if (pathname.startsWith(paths.servers)) return <ServerPicker favorites={favorites} canAdd={isAdmin(me.roles)} />;
  if (pathname.startsWith(paths.clusters)) return <ClusterPicker />;
  return null;
}
