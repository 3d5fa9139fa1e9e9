import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChatSettingsPanel } from '../../../features/chat/components/chat-settings-panel.tsx';
import { HistoryPanel } from '../../../features/people/history/history-panel.tsx';
import { CharacterPanel } from '../../../features/players/components/character-link.tsx';
import { PlayerCountPanel } from '../../../features/players/components/player-count-chart.tsx';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';
import { ServerInformation } from '../../../features/servers/components/server-information.tsx';
import { useFavorites } from '../../../features/users/users.mutations.ts';
import { useServerViewer } from './use-server-viewer.ts';

export function ServerPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId' });
  const { range } = useSearch({ from: '/main/user/arkbot/servers/$serverId' });
  const navigate = useNavigate();
  const favorites = useFavorites();
  const { viewer, setLink, setControl } = useServerViewer(serverId);
  return (
    <ServerFrame key={serverId} serverId={serverId} title="Server Information">
      {(server) => (
        <ServerInformation
          server={server}
          favorites={favorites}
          isServerAdmin={viewer.isServerAdmin}
          isServerPlayer={viewer.isServerPlayer}
          playerCounts={<PlayerCountPanel serverId={serverId} range={range} />}
          character={<CharacterPanel server={server} viewer={viewer} onLinkChange={setLink} />}
          settings={
            viewer.isServerAdmin ? (
              <>
                <ChatSettingsPanel serverId={serverId} instigator={viewer.playerId} />
                <HistoryPanel serverId={serverId} />
              </>
            ) : null
          }
          onControl={setControl}
          onRemoved={() => void navigate({ to: '/arkbot/servers' })}
        />
      )}
    </ServerFrame>
  );
}
