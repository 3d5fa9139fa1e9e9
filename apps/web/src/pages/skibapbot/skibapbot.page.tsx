import { rights } from '@tribehall/contract/rights';
import { isAdmin } from '@tribehall/contract/roles';
import { LiveIndicator } from '../../components/display/live-indicator.tsx';
import { Page } from '../../components/layout/page.tsx';
import { HostDashboard } from '../../features/host/components/host-dashboard.tsx';
import { useRefreshHost } from '../../features/host/host.queries.ts';
import { ToolUpdate } from '../../features/music/components/tool-update.tsx';
import { useMe } from '../../features/users/users.queries.ts';
import { useLiveState } from '../../lib/live/use-live.ts';

export function SkibapbotPage() {
  const me = useMe();
  const liveState = useLiveState();
  const refreshHost = useRefreshHost();
  if (me === undefined) return null;
  const denial = isAdmin(me.roles) ? undefined : rights.guildAdmin;
  return (
    <Page title="Bot Dashboard" aside={<LiveIndicator state={liveState} />}>
      <HostDashboard update={<ToolUpdate denial={denial} onUpdated={refreshHost} />} />
    </Page>
  );
}
