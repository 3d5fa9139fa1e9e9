import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../../app/paths.ts';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';
import { ServerPlayers } from './server-players.tsx';

export function ServerPlayersPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId/players' });
  const { playerId, search = '' } = useSearch({ from: '/main/user/arkbot/servers/$serverId/players' });
  const navigate = useNavigate();
  const show = (next: { playerId?: string | undefined; search: string }, replace = false) =>
    void navigate({
      to: paths.serverPlayers,
      params: { serverId },
      search: { search: next.search, ...(next.playerId !== undefined && { playerId: next.playerId }) },
      replace,
      resetScroll: false,
    });
  return (
    <ServerFrame key={serverId} serverId={serverId} title="Online Players">
      {(server) => (
        <ServerPlayers
          server={server}
          playerId={playerId}
          search={search}
          onPlayer={(next) => show({ playerId: next, search })}
          onSearch={(next) => show({ playerId, search: next }, true)}
        />
      )}
    </ServerFrame>
  );
}
