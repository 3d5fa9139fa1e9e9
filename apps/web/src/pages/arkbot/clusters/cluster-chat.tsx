import { useQuery } from '@tanstack/react-query';
import { AsideColumns } from '../../../components/layout/aside-columns.tsx';
import { chatReader } from '../../../features/chat/chat-reader.ts';
import { ChatPanel } from '../../../features/chat/components/chat-panel.tsx';
import { chatDenial } from '../../../features/clusters/chat-denial.ts';
import { clusterPlayersQuery, type Cluster } from '../../../features/clusters/clusters.queries.ts';
import { PlayersAside } from '../../../features/players/components/players-aside.tsx';
import { useMe } from '../../../features/users/users.queries.ts';

type Props = { cluster: Cluster; search: string; onSearch: (search: string) => void };

/** Who is online on the cluster, beside what they say. */
export function ClusterChat({ cluster, search, onSearch }: Props) {
  const me = useMe();
  const players = useQuery(clusterPlayersQuery(cluster.id));
  if (me === undefined) return null;
  return (
    <AsideColumns aside={<PlayersAside servers={cluster.servers} query={players} />}>
      <ChatPanel
        source={{ kind: 'cluster', id: cluster.id }}
        search={search}
        onSearch={onSearch}
        reader={chatReader(me)}
        denial={chatDenial(cluster, me)}
      />
    </AsideColumns>
  );
}
