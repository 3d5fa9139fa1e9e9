import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/link-button.tsx';
import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { PlainText } from '../../../components/plain-text.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { hasCode } from '../../../lib/api-error.ts';
import { useLiveState } from '../../../lib/use-live.ts';
import { useClusterLive } from '../clusters.live.ts';
import { clusterQuery, type Cluster } from '../clusters.queries.ts';
import { lastCluster } from '../last-cluster.ts';

type Props = { clusterId: string; title: string; children: (cluster: Cluster) => ReactNode };

/** A page about one cluster: its name, its live state for what is inside, and what is to do when there is no such cluster. */
export function ClusterFrame({ clusterId, title, children }: Props) {
  const query = useQuery(clusterQuery(clusterId));
  const liveState = useLiveState();
  const isUnknown = hasCode(query.error, 'NOT_FOUND');
  const cluster = isUnknown ? undefined : query.data;
  useClusterLive(clusterId, cluster !== undefined);
  useEffect(() => {
    if (isUnknown && lastCluster.get() === clusterId) lastCluster.set(null);
  }, [isUnknown, clusterId]);
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
      {isUnknown ? <UnknownCluster /> : <QueryRegion query={query}>{children}</QueryRegion>}
    </Page>
  );
}

function UnknownCluster() {
  return (
    <Notice
      icon={CircleHelp}
      title="There is no such cluster."
      role="alert"
      action={<LinkButton to={paths.clusters}>Select a cluster</LinkButton>}
    >
      <Text c="dimmed">It was removed, or the address is wrong.</Text>
    </Notice>
  );
}
