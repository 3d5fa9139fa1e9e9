import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LiveIndicator } from '../../../components/display/live-indicator.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useLiveState } from '../../../lib/live/use-live.ts';
import { useRememberedId } from '../../../lib/storage/stored-text.ts';
import { useClusterLive } from '../clusters.live.ts';
import { clusterQuery, type Cluster } from '../clusters.queries.ts';
import { lastCluster } from '../last-cluster.ts';
import { ClusterUnknown } from './cluster-unknown.tsx';

type Props = { clusterId: string; title: string; children: (cluster: Cluster) => ReactNode };

/** A page about one cluster: its name, its live state for what is inside, and what is to do when there is no such cluster. */
export function ClusterFrame({ clusterId, title, children }: Props) {
  const query = useQuery(clusterQuery(clusterId));
  const liveState = useLiveState();
  const isUnknown = hasCode(query.error, 'NOT_FOUND');
  const cluster = isUnknown ? undefined : query.data;
  useClusterLive(clusterId, cluster !== undefined);
  useRememberedId(lastCluster, clusterId, cluster === undefined && !isUnknown ? undefined : !isUnknown);
  return (
    <Page
      title={title}
      tabTitle={cluster === undefined ? title : `${cluster.name} · ${title}`}
      aside={cluster === undefined ? null : <LiveIndicator state={liveState} />}
    >
      {cluster === undefined ? null : (
        <Text c="dimmed" size="lg" mt={-12}>
          <PlainText text={cluster.name} />
        </Text>
      )}
      {isUnknown ? <ClusterUnknown /> : <QueryRegion query={query}>{children}</QueryRegion>}
    </Page>
  );
}
