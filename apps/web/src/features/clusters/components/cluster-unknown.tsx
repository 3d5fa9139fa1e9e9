import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { MissingNotice } from '../../../components/notices/missing-notice.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import { useRememberedId, useStoredText } from '../../../lib/storage/stored-text.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { lastCluster } from '../last-cluster.ts';
import { clusterQuery } from '../clusters.queries.ts';

/** In place of a cluster that does not exist: the way back to the one that was looked at before. */
export function ClusterUnknown() {
  const lastId = useStoredText(lastCluster);
  const { data: last, error } = useQuery({ ...clusterQuery(lastId ?? ''), enabled: lastId !== null });
  useRememberedId(lastCluster, lastId, hasCode(error, 'NOT_FOUND') ? false : undefined);
  const back = last && (
    <LinkButton to={paths.cluster} params={{ clusterId: last.id }}>
      Open {visibleText(last.name)}
    </LinkButton>
  );
  return (
    <MissingNotice noun="cluster" back={back} choose={<LinkButton to={paths.clusters}>Select a cluster</LinkButton>} />
  );
}
