import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../../app/paths.ts';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';
import { ServerChat } from './server-chat.tsx';

export function ServerChatPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId/chat' });
  const { search = '' } = useSearch({ from: '/main/user/arkbot/servers/$serverId/chat' });
  const navigate = useNavigate();
  const find = (value: string) =>
    void navigate({ to: paths.serverChat, params: { serverId }, search: { search: value }, replace: true });
  return (
    <ServerFrame key={serverId} serverId={serverId} title="Server Chat">
      {(server) => <ServerChat server={server} search={search} onSearch={find} />}
    </ServerFrame>
  );
}
