import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { useApprove, useDecline } from '../registration.mutations.ts';
import { waitingQuery, type WaitingAccount } from '../registration.queries.ts';

/** Accounts that wait for approval. */
export function WaitingPanel() {
  const query = useQuery(waitingQuery);
  const approve = useApprove();
  const [declined, setDeclined] = useState<WaitingAccount>();
  return (
    <Panel title="Waiting for approval" isWide>
      <QueryRegion query={query} skeletonHeight={80}>
        {(accounts) =>
          accounts.length === 0 ? (
            <Text>No one is waiting.</Text>
          ) : (
            <DataTable
              id="waiting"
              label="Accounts waiting for approval"
              hasTools={false}
              rows={accounts}
              columns={[...columns, actions(approve.mutate, setDeclined)]}
            />
          )
        }
      </QueryRegion>
      {declined === undefined ? null : <DeclineDialog account={declined} onClose={() => setDeclined(undefined)} />}
    </Panel>
  );
}

const columns: readonly TableColumn<WaitingAccount>[] = [
  {
    key: 'username',
    label: 'Username',
    width: 'auto',
    onCard: 'title',
    isUnsortable: true,
    render: ({ username }) => username,
  },
  { key: 'email', label: 'Email', width: 'auto', onCard: 'bare', isUnsortable: true, render: ({ email }) => email },
  {
    key: 'since',
    label: 'Registered',
    width: 'auto',
    isUnsortable: true,
    render: ({ since }) => <TimeAgo at={since} />,
  },
];

type Act = (account: WaitingAccount) => void;

function actions(onApprove: Act, onDecline: Act): TableColumn<WaitingAccount> {
  return {
    key: 'actions',
    label: 'Actions',
    width: 'auto',
    onCard: 'end',
    render: (account) => (
      <Group gap="xs" wrap="nowrap">
        <RowButton aria-label={`Approve ${account.username}`} onClick={() => onApprove(account)}>
          Approve
        </RowButton>
        <RowButton aria-label={`Decline ${account.username}`} onClick={() => onDecline(account)}>
          Decline…
        </RowButton>
      </Group>
    ),
  };
}

function DeclineDialog({ account, onClose }: { account: WaitingAccount; onClose: () => void }) {
  const decline = useDecline();
  const finish = () => {
    toastSuccess(`${account.username} declined.`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Decline ${account.username}`}
      confirmLabel="Decline"
      isDangerous
      isPending={decline.isPending}
      error={decline.error}
      onConfirm={() => decline.mutate(account, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>
        The account of {account.username} ({account.email}) will be removed. They can register again.
      </Text>
    </ConfirmDialog>
  );
}
