import { useLocation } from '@tanstack/react-router';
import { ClusterPicker } from '../../features/clusters/components/cluster-picker.tsx';
import { ServerPicker } from '../../features/servers/components/server-picker.tsx';
import { useMe } from '../../features/users/users.queries.ts';
import { paths } from '../paths.ts';

/** On the paths of servers and clusters, the way to another one. */
export function TopBarPicker() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const me = useMe();
  if (me === undefined) return null;
  if (pathname.startsWith(paths.servers)) return <ServerPicker />;
  if (pathname.startsWith(paths.clusters)) return <ClusterPicker />;
  return null;
}
