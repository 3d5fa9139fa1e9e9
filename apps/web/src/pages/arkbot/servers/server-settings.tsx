import { isAdmin } from '@tribehall/contract/roles';
import { InTurn } from '../../../components/layout/in-turn.tsx';
import { ActivityPanel } from '../../../features/audit/components/activity-panel.tsx';
import { ChatSettingsPanel } from '../../../features/chat/components/chat-settings-panel.tsx';
import { ConsolePanel } from '../../../features/console/components/console-panel.tsx';
import { ModeratorsPanel } from '../../../features/moderators/components/moderators-panel.tsx';
import { HistoryPanel } from '../../../features/people/history/history-panel.tsx';
import { isSetUp } from '../../../features/servers/overview/problems.ts';
import type { Server } from '../../../features/servers/servers.queries.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import { WhitelistPanel } from '../../../features/whitelist/whitelist-panel.tsx';
import type { useServerViewer } from './use-server-viewer.ts';

type Props = { server: Server; viewer: ReturnType<typeof useServerViewer>['viewer'] };

/** The panels with settings and tools, for those who may do something on a server. */
export function ServerSettings({ server, viewer }: Props) {
  const { id: serverId } = server;
  const { isServerAdmin, playerId, powers } = viewer;
  const me = useMe();
  if (me === undefined || (!isServerAdmin && powers.length === 0)) return null;
  const hasConsole = isSetUp(server) && (isServerAdmin || powers.includes('console'));
  const activity = <ActivityPanel key="activity" object={{ kind: 'server', id: serverId }} />;
  const console = hasConsole ? (
    <ConsolePanel key="console" server={server} userId={me.id} instigator={playerId} />
  ) : null;
  if (!isServerAdmin) return <InTurn parts={[console, activity]} />;
  return (
    <InTurn
      parts={[
        console,
        <ChatSettingsPanel key="chat" serverId={serverId} instigator={playerId} />,
        <HistoryPanel key="history" serverId={serverId} />,
        <WhitelistPanel key="whitelist" scope={{ serverId }} choices={whitelistChoices(server, isAdmin(me.roles))} />,
        <ModeratorsPanel key="moderators" place={{ type: 'server', id: serverId }} />,
        activity,
      ]}
    />
  );
}

/** Where someone may add players to the whitelist: Admins also in the cluster and everywhere. */
function whitelistChoices({ id: serverId, cluster }: Server, isPortalAdmin: boolean) {
  const own = { label: 'This server', reach: { type: 'server', serverId } } as const;
  if (!isPortalAdmin) return [own] as const;
  const all = { label: 'All servers', reach: { type: 'all' } } as const;
  if (cluster === null) return [own, all] as const;
  return [own, { label: cluster.name, reach: { type: 'cluster', clusterId: cluster.id } }, all] as const;
}
