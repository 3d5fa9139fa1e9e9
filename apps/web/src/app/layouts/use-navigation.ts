import { useLocation } from '@tanstack/react-router';
import { lastCluster } from '../../features/clusters/last-cluster.ts';
import { lastServer } from '../../features/servers/last-server.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';
import { navigationFor, type NavGroup } from '../navigation.ts';
import { paths } from '../paths.ts';

export function useNavigation(): NavGroup[] {
  const pathname = useLocation({ select: (location) => location.pathname });
  return navigationFor({
    user: useMe(),
    isAccountPath: pathname === paths.account || pathname.startsWith(`${paths.account}/`),
    isTribePath: /^\/arkbot\/servers\/[^/]+\/tribes\//.test(pathname),
    serverId: useStoredText(lastServer),
    clusterId: useStoredText(lastCluster),
  });
}
