import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { LiveStatus } from '../../../components/display/live-indicator.tsx';
import type { Crumb } from '../../../components/layout/breadcrumbs.tsx';
import { BannerSkeleton } from '../../../components/layout/banner.tsx';
import { OverviewSkeleton } from '../../../components/layout/overview-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useRememberedId, useStoredText } from '../../../lib/storage/stored-text.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useClusterLive } from '../clusters.live.ts';
import { clusterQuery, type Cluster } from '../clusters.queries.ts';
import { lastCluster } from '../last-cluster.ts';

type Props = {
  clusterId: string;
  title: string;
  /** Between the cluster and this page; without them, this page is the cluster's own. */
  crumbs?: readonly Crumb[];
  /** In place of the heading. */
  renderBanner?: (cluster: Cluster) => ReactNode;
  children: (cluster: Cluster) => ReactNode;
};

/** The frame of a cluster's pages: its name, its live state, and a notice when there is no such cluster. */
export function ClusterFrame({ clusterId, title, crumbs, renderBanner, children }: Props) {
  const query = useQuery(clusterQuery(clusterId));
  const isUnknown = hasCode(query.error, 'NOT_FOUND');
  const cluster = isUnknown ? undefined : query.data;
  const isLoading = cluster === undefined && !isUnknown;
  useClusterLive(clusterId, cluster !== undefined);
  useRememberedId(lastCluster, clusterId, isLoading ? undefined : !isUnknown);
  return (
    <Page
      title={title}
      subject={cluster?.name}
      crumbs={[...clusterCrumbs(cluster, crumbs === undefined), ...(crumbs ?? [])]}
      tabTitle={cluster === undefined ? title : `${visibleText(cluster.name)} · ${title}`}
      aside={cluster === undefined ? null : <LiveStatus />}
      banner={isLoading && renderBanner ? <BannerSkeleton title={title} /> : cluster && renderBanner?.(cluster)}
    >
      {isUnknown ? (
        <ClusterUnknown />
      ) : (
        <QueryRegion query={query} skeleton={renderBanner && <OverviewSkeleton tiles={4} />}>
          {children}
        </QueryRegion>
      )}
    </Page>
  );
}

function clusterCrumbs(cluster: Cluster | undefined, isCurrent: boolean): Crumb[] {
  const list = { text: 'Clusters', link: linkOptions({ to: '/arkbot/clusters', search: { list: 'all' } }) };
  if (cluster === undefined) return [list];
  const { id: clusterId, name: text } = cluster;
  const link = linkOptions({ to: '/arkbot/clusters/$clusterId', params: { clusterId } });
  return [list, isCurrent ? { text } : { text, link }];
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
      choose={
        <LinkButton to="/arkbot/clusters" search={{ list: 'all' }}>
          Select a cluster
        </LinkButton>
      }
    />
  );
}
