import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../../app/paths.ts';
import { ChatPanel } from '../../../features/chat/components/chat-panel.tsx';
import { chatDenial } from '../../../features/clusters/chat-denial.ts';
import { ClusterFrame } from '../../../features/clusters/components/cluster-frame.tsx';
import { ClusterPlayers } from '../../../features/clusters/components/cluster-players.tsx';
import { useMe } from '../../../features/users/users.queries.ts';
import classes from './cluster-chat.page.module.css';

/** Who is online on the cluster, beside what they say. */
export function ClusterChatPage() {
  const { clusterId } = useParams({ from: '/main/user/arkbot/clusters/$clusterId/chat' });
  const { search = '' } = useSearch({ from: '/main/user/arkbot/clusters/$clusterId/chat' });
  const navigate = useNavigate();
  const me = useMe();
  if (me === undefined) return null;
  const reader = { userId: me.id, playerIds: me.ark.linkedPlayers.map(({ playerId }) => playerId) };
  const find = (value: string) =>
    void navigate({ to: paths.clusterChat, params: { clusterId }, search: { search: value }, replace: true });
  return (
    <ClusterFrame key={clusterId} clusterId={clusterId} title="Online Players">
      {(cluster) => (
        <div className={classes.columns}>
          <ChatPanel
            source={{ kind: 'cluster', id: cluster.id }}
            search={search}
            onSearch={find}
            reader={reader}
            denial={chatDenial(cluster, me)}
          />
          <ClusterPlayers cluster={cluster} />
        </div>
      )}
    </ClusterFrame>
  );
}
