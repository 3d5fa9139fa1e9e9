import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { paths } from '../../../app/paths.ts';
import { ClusterFrame } from '../../../features/clusters/components/cluster-frame.tsx';
import { ClusterChat } from './cluster-chat.tsx';

export function ClusterChatPage() {
  const { clusterId } = useParams({ from: '/main/user/arkbot/clusters/$clusterId/chat' });
  const { search = '' } = useSearch({ from: '/main/user/arkbot/clusters/$clusterId/chat' });
  const navigate = useNavigate();
  const find = (value: string) =>
    void navigate({ to: paths.clusterChat, params: { clusterId }, search: { search: value }, replace: true });
  return (
    <ClusterFrame key={clusterId} clusterId={clusterId} title="Online Players">
      {(cluster) => <ClusterChat cluster={cluster} search={search} onSearch={find} />}
    </ClusterFrame>
  );
}
