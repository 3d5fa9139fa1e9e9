import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { AsideColumns } from '../../../components/layout/aside-columns.tsx';
import { chatReader, type ChatMessage } from '../../../features/chat/chat-sources.ts';
import { ChatPanel } from '../../../features/chat/components/chat-panel.tsx';
import { PlayersAside } from '../../../features/players/components/players-aside.tsx';
import { usePlayersLive } from '../../../features/players/players.live.ts';
import { playersQuery } from '../../../features/players/players.queries.ts';
import { ServerFrame } from '../../../features/servers/components/server-frame.tsx';
import type { Server } from '../../../features/servers/servers.queries.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import { missingRight } from '../../../lib/servers/viewer.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { ChatReportDialog } from '../reports/chat-report-dialog.tsx';
import { useServerViewer } from './use-server-viewer.ts';

export function ServerChatPage() {
  const { serverId } = useParams({ from: '/main/user/arkbot/servers/$serverId/chat' });
  const { search = '' } = useSearch({ from: '/main/user/arkbot/servers/$serverId/chat' });
  const navigate = useNavigate();
  const find = (value: string) =>
    void navigate({
      to: '/arkbot/servers/$serverId/chat',
      params: { serverId },
      search: { search: value },
      replace: true,
    });
  return (
    <ServerFrame key={serverId} serverId={serverId} title="Server Chat" crumbs={[{ text: 'Chat' }]}>
      {(server) => <ServerChat server={server} search={search} onSearch={find} />}
    </ServerFrame>
  );
}

type Props = { server: Server; search: string; onSearch: (search: string) => void };

/** The chat of a server, beside its online players. */
function ServerChat({ server, search, onSearch }: Props) {
  const me = useMe();
  const { viewer } = useServerViewer(server.id);
  const players = useQuery({
    ...playersQuery(server.id),
    select: (online) => online.map((player) => ({ ...player, serverId: server.id })),
  });
  usePlayersLive(server.id);
  const [reported, setReported] = useState<ChatMessage>();
  if (me === undefined) return null;
  return (
    <>
      {server.cluster === null ? null : <ClusterChatLink cluster={server.cluster} />}
      <AsideColumns aside={<PlayersAside servers={[server]} query={players} />}>
        <ChatPanel
          source={{ kind: 'server', id: server.id }}
          search={search}
          onSearch={onSearch}
          reader={chatReader(me)}
          denial={missingRight(viewer, 'serverPlayer') ?? whyNot(server, 'chat.say')}
          instigator={viewer.playerId}
          onReport={setReported}
        />
      </AsideColumns>
      <ChatReportDialog message={reported} servers={[server]} onClose={() => setReported(undefined)} />
    </>
  );
}

function ClusterChatLink({ cluster }: { cluster: NonNullable<Server['cluster']> }) {
  return (
    <Text c="dimmed" mt={-12}>
      <Text span visibleFrom="sm">
        Messages from this server only.{' '}
      </Text>
      <TextLink to="/arkbot/clusters/$clusterId/chat" params={{ clusterId: cluster.id }}>
        Open the cluster chat of {visibleText(cluster.name)}
      </TextLink>
    </Text>
  );
}
