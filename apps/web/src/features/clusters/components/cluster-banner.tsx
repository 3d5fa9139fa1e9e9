import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { Banner } from '../../../components/layout/banner.tsx';
import { clusterNumbers, summarizeServers } from '../cluster-numbers.ts';
import type { Cluster } from '../clusters.queries.ts';

type Props = {
  title: string;
  cluster: Cluster;
  /** Further buttons. */
  more: ReactNode;
};

/** What one sees first: which cluster this is, and how much of it is up. */
export function ClusterBanner({ title, cluster: { id, name, servers }, more }: Props) {
  return (
    <Banner
      title={title}
      name={name}
      isMuted={clusterNumbers(servers).onlineCount === 0}
      place={summarizeServers(servers)}
      actions={
        <>
          <LinkButton
            to="/arkbot/clusters/$clusterId/chat"
            params={{ clusterId: id }}
            variant="default"
            leftSection={<MessageSquare size={16} aria-hidden />}
          >
            Chat
          </LinkButton>
          {more}
        </>
      }
    />
  );
}
