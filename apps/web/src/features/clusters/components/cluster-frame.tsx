import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useRememberedId, useStoredText } from '../../../lib/storage/stored-text.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useClusterLive } from '../clusters.live.ts';
import { clusterQuery, type Cluster } from '../clusters.queries.ts';
import { lastCluster } from '../last-cluster.ts';

type Props = { clusterId: string; title: string; children: (cluster: Cluster) => ReactNode };

/** The frame of a cluster's pages: its name, its live state, and a notice when there is no such cluster. */
export function ClusterFrame({ clusterId, title, children }: Props) {
  const query = useQuery(clusterQuery(clusterId));
  const isUnknown = hasCode(query.error, 'NOT_FOUND');
  const cluster = isUnknown ? undefined : query.data;
  useClusterLive(clusterId, cluster !== undefined);
  useRememberedId(lastCluster, clusterId, cluster === undefined && !isUnknown ? undefined : !isUnknown);
  return (
    <Page
      title={title}
      tabTitle={cluster === undefined ? title : `${cluster.name} · ${title}`}
      aside={cluster === undefined ? null : <LiveStatus />}
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

/** Shown for a cluster that does not exist, with a link to the last one viewed. */
function ClusterUnknown() {
  const lastId = useStoredText(lastCluster);
  const { data: last, error } = useQuery({ ...clusterQuery(lastId ?? ''), enabled: lastId !== null });
  useRememberedId(lastCluster, lastId, hasCode(error, 'NOT_FOUND') ? false : undefined);
  const back = last && (
    <LinkButton to="/arkbot/clusters/$clusterId" params={{ clusterId: last.id }}>
      Open {visibleText(last.name)}
    </LinkButton>
  );
  return (
    <MissingNotice
      noun="cluster"
      back={back}
      choose={<LinkButton to="/arkbot/clusters">Select a cluster</LinkButton>}
    />
  );
}
