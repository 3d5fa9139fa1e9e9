import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AsideColumns } from '../../../components/layout/aside-columns.tsx';
import { chatReader, type ChatMessage } from '../../../features/chat/chat-sources.ts';
import { ChatPanel } from '../../../features/chat/components/chat-panel.tsx';
import { clusterPlayersQuery, type Cluster } from '../../../features/clusters/clusters.queries.ts';
import { ClusterFrame } from '../../../features/clusters/components/cluster-frame.tsx';
import { PlayersAside } from '../../../features/players/components/players-aside.tsx';
import { useMe } from '../../../features/users/users.queries.ts';
import { clusterChatDenial } from '../../../lib/servers/viewer.ts';
import { ChatReportDialog } from '../reports/chat-report-dialog.tsx';

export function ClusterChatPage() {
  const { clusterId } = useParams({ from: '/main/user/arkbot/clusters/$clusterId/chat' });
  const { search = '' } = useSearch({ from: '/main/user/arkbot/clusters/$clusterId/chat' });
  const navigate = useNavigate();
  const find = (value: string) =>
    void navigate({
      to: '/arkbot/clusters/$clusterId/chat',
      params: { clusterId },
      search: { search: value },
      replace: true,
    });
  return (
    <ClusterFrame key={clusterId} clusterId={clusterId} title="Online Players" crumbs={[{ text: 'Chat' }]}>
      {(cluster) => <ClusterChat cluster={cluster} search={search} onSearch={find} />}
    </ClusterFrame>
  );
}

type Props = { cluster: Cluster; search: string; onSearch: (search: string) => void };

/** The chat of a cluster, beside its online players. */
function ClusterChat({ cluster, search, onSearch }: Props) {
  const me = useMe();
  const players = useQuery(clusterPlayersQuery(cluster.id));
  const [reported, setReported] = useState<ChatMessage>();
  if (me === undefined) return null;
  return (
    <>
      <AsideColumns aside={<PlayersAside servers={cluster.servers} query={players} />}>
        <ChatPanel
          source={{ kind: 'cluster', id: cluster.id }}
          search={search}
          onSearch={onSearch}
          reader={chatReader(me)}
          denial={clusterChatDenial(cluster, me)}
          onReport={setReported}
        />
      </AsideColumns>
      <ChatReportDialog message={reported} servers={cluster.servers} onClose={() => setReported(undefined)} />
    </>
  );
}
