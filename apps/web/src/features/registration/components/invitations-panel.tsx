import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { roleName } from '@tribehall/contract/roles';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { SecondLine } from '../../../components/table/second-line.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { useRevokeInvitation } from '../registration.mutations.ts';
import { invitationLooks } from '../invitation-looks.ts';
import { invitationsQuery, type Invitation } from '../registration.queries.ts';

const Dialog = lazyPart(() => import('./invitation-dialog.tsx').then((module) => module.InvitationDialog));

/** Links that let people register. Only the Owner invites Admins. */
export function InvitationsPanel({ isOwner }: { isOwner: boolean }) {
  const query = useQuery(invitationsQuery);
  const revoke = useRevokeInvitation();
  const [isOpen, dialog] = useDisclosure(false);
  const invite = (
    <Button variant="default" onClick={dialog.open}>
      Invite people
    </Button>
  );
  return (
    <Panel title="Invitations" isWide>
      <Stack gap="md">
        <Text c="dimmed">
          Everyone who has the link can register with it, without approval, until it is used up or expires.
        </Text>
        <QueryRegion query={query} skeletonHeight={80}>
          {(invitations) =>
            invitations.length === 0 ? (
              <Notice icon={MailPlus} title="There are no invitations yet." action={invite}>
                <Text c="dimmed">Send someone a link, and they can register without waiting.</Text>
              </Notice>
            ) : (
              <Stack gap="md">
                <DataTable
                  id="invitations"
                  label="Invitations"
                  hasTools={false}
                  rows={invitations}
                  columns={[...columns, actions(isOwner, revoke.mutate)]}
                />
                <div>{invite}</div>
              </Stack>
            )
          }
        </QueryRegion>
      </Stack>
      {isOpen ? <Dialog isOwner={isOwner} onClose={dialog.close} /> : null}
    </Panel>
  );
}

const columns: readonly TableColumn<Invitation>[] = [
  {
    key: 'note',
    label: 'Note',
    width: 'auto',
    onCard: 'title',
    isUnsortable: true,
    render: ({ note, role, createdBy }) => (
      <>
        {note === '' ? 'No note' : <PlainText text={note} />}
        <SecondLine>
          {role === null ? '' : `For the role ${roleName(role) ?? role}, `}by <PlainText text={createdBy} />
        </SecondLine>
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: 'auto',
    onCard: 'bare',
    isUnsortable: true,
    render: ({ state }) => <StatusDot {...invitationLooks[state]} />,
  },
  {
    key: 'uses',
    label: 'Used by',
    width: 'auto',
    isUnsortable: true,
    render: ({ usedBy, maxUses }) => (
      <>
        {usedBy.length} of {maxUses}
        {usedBy.length === 0 ? null : (
          <SecondLine>
            <PlainText text={usedBy.map(({ username }) => username).join(', ')} />
          </SecondLine>
        )}
      </>
    ),
  },
  {
    key: 'expires',
    label: 'Expires',
    width: 'auto',
    isUnsortable: true,
    render: ({ expiresAt }) => <TimeAgo at={expiresAt} />,
  },
];

function actions(isOwner: boolean, onRevoke: (id: string) => void): TableColumn<Invitation> {
  return {
    key: 'actions',
    label: 'Actions',
    width: 'auto',
    onCard: 'end',
    render: ({ id, note, role, state }) =>
      state === 'open' && (isOwner || role === null) ? (
        <RowButton
          aria-label={note === '' ? 'Revoke the invitation' : `Revoke the invitation ${note}`}
          onClick={() => onRevoke(id)}
        >
          Revoke
        </RowButton>
      ) : null,
  };
}
