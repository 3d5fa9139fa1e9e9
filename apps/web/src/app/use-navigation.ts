import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { clusterQuery } from '../features/clusters/clusters.queries.ts';
import { lastCluster } from '../features/clusters/last-cluster.ts';
import { lastServer } from '../features/servers/last-server.ts';
import { useWaitingReports } from '../features/reports/reports.live.ts';
import { isModerator } from '../features/sanctions/sanction-powers.ts';
import { serverQuery } from '../features/servers/servers.queries.ts';
import { siteQuery } from '../features/site/site.queries.ts';
import { useMe } from '../features/users/users.queries.ts';
import { useStoredText } from '../lib/storage/stored-text.ts';
import { useModerationPowers } from '../pages/arkbot/use-moderation-powers.ts';
import { navigationFor, type NavGroup } from './navigation.ts';

/** Fetched once for its name; the pages of a server or cluster keep it up to date. */
const once = { staleTime: Infinity };

/** The navigation of this user, at this page. */
export function useNavigation(): NavGroup[] {
  const pathname = useLocation({ select: (location) => location.pathname });
  const user = useMe();
  const powers = useModerationPowers();
  const serverId = useStoredText(lastServer);
  const clusterId = useStoredText(lastCluster);
  const isUser = user !== undefined;
  const waitingReports = useWaitingReports(isUser && isModerator(powers));
  const { data: server } = useQuery({ ...serverQuery(serverId ?? ''), ...once, enabled: isUser && serverId !== null });
  const { data: cluster } = useQuery({
    ...clusterQuery(clusterId ?? ''),
    ...once,
    enabled: isUser && clusterId !== null,
  });
  const { data: site, failureReason, errorUpdateCount } = useQuery(siteQuery);
  // Elsewhere the count is as old as the last visit to the server.
  const isLive = server !== undefined && `${pathname}/`.startsWith(`/arkbot/servers/${encodeURIComponent(server.id)}/`);
  return navigationFor({
    // One entry depends on the site: if it came after the others, it would push them down.
    user: site === undefined && failureReason === null && errorUpdateCount === 0 ? undefined : user,
    pathname,
    serverId,
    clusterId,
    isStatusPublic: site?.isStatusPublic === true,
    serverName: server?.name,
    clusterName: cluster?.name,
    isModerator: isModerator(powers),
    playerCount: isLive ? (server.playerCount ?? undefined) : undefined,
    waitingReports,
  });
}
