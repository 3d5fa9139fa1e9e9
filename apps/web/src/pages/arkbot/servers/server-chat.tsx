import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { AsideColumns } from '../../../components/layout/aside-columns.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { chatReader } from '../../../features/chat/chat-reader.ts';
import { ChatPanel } from '../../../features/chat/components/chat-panel.tsx';
import { PlayersAside } from '../../../features/players/components/players-aside.tsx';
import { usePlayersLive } from '../../../features/players/players.live.ts';
import { playersQuery } from '../../../features/players/players.queries.ts';
import type { Server } from '../../../features/servers/servers.queries.ts';
import { useMe } from '../../../features/users/users.queries.ts';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import { missingRight } from '../../../lib/servers/viewer.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useServerViewer } from './use-server-viewer.ts';

type Props = { server: Server; search: string; onSearch: (search: string) => void };

/** What is said on one server, beside who is online there. */
export function ServerChat({ server, search, onSearch }: Props) {
  const me = useMe();
  const { viewer } = useServerViewer(server.id);
  const players = useQuery({
    ...playersQuery(server.id),
    select: (online) => online.map((player) => ({ ...player, serverId: server.id })),
  });
  usePlayersLive(server.id);
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
        />
      </AsideColumns>
    </>
  );
}

function ClusterChatLink({ cluster }: { cluster: NonNullable<Server['cluster']> }) {
  return (
    <Text c="dimmed" mt={-12}>
      Messages from this server.{' '}
      <TextLink to={paths.clusterChat} params={{ clusterId: cluster.id }}>
        Chat of the cluster {visibleText(cluster.name)}
      </TextLink>
    </Text>
  );
}
