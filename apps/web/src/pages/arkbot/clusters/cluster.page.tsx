import { isAdmin } from '@tribehall/contract/roles';
import { useParams } from '@tanstack/react-router';
import { ActivityPanel } from '../../../features/audit/components/activity-panel.tsx';
import { BroadcastButton } from '../../../features/broadcasts/broadcast-button.tsx';
import { ClusterBanner } from '../../../features/clusters/components/cluster-banner.tsx';
import { ClusterFrame } from '../../../features/clusters/components/cluster-frame.tsx';
import { ClusterManagement } from '../../../features/clusters/components/cluster-management.tsx';
import { ClusterOverview } from '../../../features/clusters/components/cluster-overview.tsx';
import { ClusterTiles } from '../../../features/clusters/components/cluster-tiles.tsx';
import { ModeratorsPanel } from '../../../features/moderators/components/moderators-panel.tsx';
import { usePowers } from '../../../features/moderators/use-powers.ts';
import { WhitelistPanel } from '../../../features/whitelist/whitelist-panel.tsx';
import { useMe } from '../../../features/users/users.queries.ts';

const title = 'Cluster Information';

export function ClusterPage() {
  const { clusterId } = useParams({ from: '/main/user/arkbot/clusters/$clusterId' });
  const me = useMe();
  const canManage = isAdmin(me?.roles ?? []);
  const isModerator = usePowers().inCluster(clusterId).length > 0;
  return (
    <ClusterFrame
      key={clusterId}
      clusterId={clusterId}
      title={title}
      renderBanner={(cluster) => (
        <ClusterBanner
          title={title}
          cluster={cluster}
          more={canManage ? <BroadcastButton reach={{ type: 'cluster', clusterId }} name={cluster.name} /> : null}
        />
      )}
    >
      {(cluster) => (
        <>
          {cluster.servers.length === 0 ? null : <ClusterTiles servers={cluster.servers} />}
          <ClusterOverview cluster={cluster} canManage={canManage} />
          <ClusterManagement cluster={cluster} isAllowed={canManage} />
          {canManage ? (
            <>
              <WhitelistPanel
                scope={{ clusterId }}
                choices={[
                  { label: 'This cluster', reach: { type: 'cluster', clusterId } },
                  { label: 'All servers', reach: { type: 'all' } },
                ]}
              />
              <ModeratorsPanel place={{ type: 'cluster', id: clusterId }} />
            </>
          ) : null}
          {canManage || isModerator ? <ActivityPanel object={{ kind: 'cluster', id: clusterId }} /> : null}
        </>
      )}
    </ClusterFrame>
  );
}
