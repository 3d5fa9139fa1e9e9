import { rights } from '@tribehall/contract/rights';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState, type ComponentType } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import type { Cluster } from '../clusters.queries.ts';
import { ClusterAddServerDialog } from './cluster-add-server-dialog.tsx';
import { ClusterCreateButton } from './cluster-create-button.tsx';
import { ClusterRenameDialog } from './cluster-name-dialog.tsx';
import { ClusterRemoveDialog } from './cluster-remove-dialog.tsx';

type Action = { label: string; color?: string; Dialog: ComponentType<{ cluster: Cluster; onClose: () => void }> };

const actions: Action[] = [
  { label: 'Add server', Dialog: ClusterAddServerDialog },
  { label: 'Rename', Dialog: ClusterRenameDialog },
  { label: 'Remove', color: 'danger', Dialog: ClusterRemoveDialog },
];

type Props = { cluster: Cluster; isAllowed: boolean };

/** What Admins can do with the cluster; others see it disabled, with the reason. */
export function ClusterManagement({ cluster, isAllowed }: Props) {
  const reasonId = useId();
  const [open, setOpen] = useState<Action>();
  return (
    <Panel title="Manage">
      <Stack gap="md">
        <Group gap="sm">
          {actions.map((action) => (
            <Button
              key={action.label}
              variant={action.color === undefined ? 'default' : 'outline'}
              {...(action.color !== undefined && { color: action.color })}
              disabled={!isAllowed}
              aria-describedby={reasonId}
              onClick={() => setOpen(action)}
            >
              {action.label}
            </Button>
          ))}
          <ClusterCreateButton isAllowed={isAllowed} reasonId={reasonId} />
        </Group>
        <Text size="sm" c="dimmed" id={reasonId}>
          {isAllowed ? 'Servers in a cluster share their chat.' : rights.admin}
        </Text>
      </Stack>
      {open === undefined ? null : <open.Dialog cluster={cluster} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}
