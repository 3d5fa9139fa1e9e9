import { rights } from '@tribehall/contract/rights';
import { isAdmin } from '@tribehall/contract/roles';
import { Group, Text } from '@mantine/core';
import { useId } from 'react';
import { Page } from '../../../components/layout/page.tsx';
import { ClusterChoices } from '../../../features/clusters/components/cluster-choices.tsx';
import { ClusterCreateButton } from '../../../features/clusters/components/cluster-create-button.tsx';
import { useMe } from '../../../features/users/users.queries.ts';
import classes from './clusters.page.module.css';

export function ClustersPage() {
  const me = useMe();
  const hintId = useId();
  const canCreate = isAdmin(me?.roles ?? []);
  return (
    <Page title="Select a cluster" tabTitle="Clusters">
      <Text c="dimmed">Select one here or with the button in the top bar. Your choice is remembered.</Text>
      <div className={classes.list}>
        <ClusterChoices />
      </div>
      <Group gap="md">
        <ClusterCreateButton isAllowed={canCreate} reasonId={hintId} />
        <Text size="sm" c="dimmed" id={hintId}>
          {canCreate ? 'Servers in a cluster share their chat.' : rights.admin}
        </Text>
      </Group>
    </Page>
  );
}
