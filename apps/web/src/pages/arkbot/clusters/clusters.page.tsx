import { rights } from '@tribehall/contract/rights';
import { isAdmin } from '@tribehall/contract/roles';
import { Group, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { SearchField } from '../../../components/forms/search-field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ClusterCreateButton } from '../../../features/clusters/components/cluster-create-button.tsx';
import { ClusterList } from '../../../features/clusters/list/cluster-list.tsx';
import { useMe } from '../../../features/users/users.queries.ts';

type Params = { search?: string; sort?: string; order?: string };

/** All clusters. */
export function ClustersPage() {
  const params = useSearch({ from: '/main/user/arkbot/clusters' });
  const navigate = useNavigate();
  const me = useMe();
  const hintId = useId();
  const canCreate = isAdmin(me?.roles ?? []);
  const { search = '' } = params;
  const show = (next: string) =>
    navigate({
      to: '/arkbot/clusters',
      // Of the address, which may be ahead of what is shown.
      search: (latest: Params) => ({ ...latest, list: 'all', search: next }),
      replace: true,
      resetScroll: false,
    });
  const open = async (clusterId: string) => {
    // Without a parameter, going back would lead to the cluster again.
    if (params.list === undefined) await show(search);
    await navigate({ to: '/arkbot/clusters/$clusterId', params: { clusterId } });
  };
  return (
    <Page title="Select a cluster" tabTitle="Clusters" isWide>
      <SearchField label="Search clusters and servers" value={search} onSearch={(next) => void show(next)} />
      <ClusterList
        filter={search}
        onChoose={(clusterId) => void open(clusterId)}
        onClearFilter={() => void show('')}
        create={
          <Group gap="md">
            <ClusterCreateButton isAllowed={canCreate} reasonId={hintId} />
            <Text size="sm" c="dimmed" id={hintId}>
              {canCreate ? 'Servers in a cluster share their chat.' : rights.admin}
            </Text>
          </Group>
        }
      />
    </Page>
  );
}
