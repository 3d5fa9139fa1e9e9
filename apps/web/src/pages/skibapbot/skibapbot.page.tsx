import { useQuery } from '@tanstack/react-query';
import { rights } from '@tribehall/contract/rights';
import { isAdmin } from '@tribehall/contract/roles';
import { LiveStatus } from '../../components/display/live-indicator.tsx';
import { Page } from '../../components/layout/page.tsx';
import { HostDashboard } from '../../features/host/components/host-dashboard.tsx';
import { useRefreshHost } from '../../features/host/host.queries.ts';
import { ToolUpdate } from '../../features/music/components/tool-update.tsx';
import { siteQuery } from '../../features/site/site.queries.ts';
import { useMe } from '../../features/users/users.queries.ts';

export function SkibapbotPage() {
  const me = useMe();
  const refreshHost = useRefreshHost();
  const { data: site } = useQuery(siteQuery);
  if (me === undefined) return null;
  const denial = isAdmin(me.roles) ? undefined : rights.guildAdmin;
  return (
    <Page title="Bot Dashboard" aside={<LiveStatus />}>
      <HostDashboard update={<ToolUpdate denial={denial} onUpdated={refreshHost} />} isDemo={site?.isDemo === true} />
    </Page>
  );
}
