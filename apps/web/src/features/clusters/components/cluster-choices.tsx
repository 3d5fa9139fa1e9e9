import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import type { GridColumn } from '../../../components/virtual-grid/virtual-grid-row.tsx';
import { VirtualGrid } from '../../../components/virtual-grid/virtual-grid.tsx';
import { clustersQuery, type ListedCluster } from '../clusters.queries.ts';
import { compareNames } from '../../../lib/text/text-order.ts';

const columns = [
  { key: 'name', label: 'Name', width: 'minmax(0, 1fr)', render: ({ name }) => <PlainText text={name} /> },
  { key: 'servers', label: 'Servers', width: '88px', isNumber: true, render: ({ servers }) => servers.length },
] satisfies GridColumn<ListedCluster>[];

type Props = {
  currentId: string | undefined;
  /** Closes the overlay around the list. */
  onDone: () => void;
};

/** All clusters by name. */
export function ClusterChoices({ currentId, onDone }: Props) {
  const query = useQuery(clustersQuery);
  const navigate = useNavigate();
  const router = useRouter();
  const choose = ({ id }: ListedCluster) => {
    onDone();
    // The index redirects to the last cluster: going back to it would lead here again.
    const { pathname, searchStr } = router.state.location;
    const replace = pathname === '/arkbot/clusters' && searchStr === '';
    void navigate({ to: '/arkbot/clusters/$clusterId', params: { clusterId: id }, replace });
  };
  return (
    <QueryRegion query={query} skeletonHeight={240}>
      {(clusters) =>
        clusters.length === 0 ? (
          <Text c="dimmed">No clusters found.</Text>
        ) : (
          <VirtualGrid
            ref={takeFocus}
            label="Clusters"
            rows={clusters.toSorted(byName)}
            columns={columns}
            currentId={currentId}
            onChoose={choose}
          />
        )
      }
    </QueryRegion>
  );
}

/** Whether the list or the overlay's focus trap comes first, the focus ends here. */
function takeFocus(element: HTMLDivElement | null): void {
  if (element === null) return;
  element.dataset['autofocus'] = 'true';
  element.focus({ preventScroll: true });
}

function byName(a: ListedCluster, b: ListedCluster): number {
  return compareNames(a.name, b.name);
}
