import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { TableSkeleton } from '../../../components/table/table-skeleton.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { ServerAbility } from '../player-actions.ts';
import { useLiftBan } from '../players.mutations.ts';
import { bansQuery, type Ban } from '../players.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

type Props = {
  server: ServerAbility & { id: string };
  filter: string;
  currentId: string | undefined;
  instigator: string | undefined;
  onChoose: (playerId: string) => void;
};
type Row = Ban & { id: string };

/** The bans of this server, for its admins. */
export function BanList({ server, filter, currentId, instigator, onChoose }: Props) {
  const query = useQuery(bansQuery(server.id, filter));
  const { lift, pendingId } = useLiftBan();
  const navigate = useNavigate();
  const refusal = whyNot(server, 'players.unban');
  const columns = columnsFor({
    isDisabled: ({ id }) => refusal !== undefined || pendingId === id,
    onUnban: ({ playerId, name }) => lift({ serverId: server.id, playerId, instigator }, name),
    onDetails: ({ sanctionId }) => void navigate({ to: '/arkbot/bans', search: { sanction: sanctionId } }),
  });
  return (
    <QueryRegion query={query} skeleton={<TableSkeleton rows={2} />}>
      {({ bans, total }) =>
        bans.length === 0 ? (
          <Text c="dimmed">{filter === '' ? 'No one is banned yet.' : 'No bans found.'}</Text>
        ) : (
          <>
            {refusal === undefined ? null : <Hint>Unban: {refusal}</Hint>}
            <DataTable
              id="bans"
              label="Bans"
              summary={summarize(bans.length, total)}
              size="small"
              rows={bans.map((ban) => ({ ...ban, id: ban.playerId }))}
              columns={columns}
              currentId={currentId}
              onChoose={({ id }) => onChoose(id)}
            />
          </>
        )
      }
    </QueryRegion>
  );
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function summarize(shown: number, total: number): string {
  if (shown === total) return `${formatCount(total)} ${total === 1 ? 'ban' : 'bans'}, newest first`;
  return `Showing the latest ${formatCount(shown)} of ${formatCount(total)} bans. Filter by name or ID to find others.`;
}

type RowActions = {
  isDisabled: (row: Row) => boolean;
  onUnban: (row: Row) => void;
  onDetails: (row: Row) => void;
};

function columnsFor({ isDisabled, onUnban, onDetails }: RowActions): TableColumn<Row>[] {
  return [
    {
      key: 'name',
      label: 'Player',
      width: 'minmax(0, 1fr)',
      onCard: 'title',
      value: ({ name }) => name,
      render: ({ id, name }) => <PlayerLink playerId={id} name={name} isPeek />,
    },
    {
      key: 'id',
      label: 'ID',
      width: 'minmax(0, 1fr)',
      isOptional: true,
      onCard: 'hidden',
      value: ({ id }) => id,
      render: ({ id }) => id,
    },
    {
      key: 'reason',
      label: 'Reason',
      width: 'minmax(0, 1fr)',
      isOptional: true,
      onCard: 'hidden',
      value: ({ reason }) => reason,
      render: ({ reason }) => <PlainText text={reason} />,
    },
    {
      key: 'by',
      label: 'Banned by',
      width: '120px',
      isOptional: true,
      value: ({ bannedBy }) => bannedBy,
      render: ({ bannedBy }) => <PlainText text={bannedBy} />,
    },
    {
      key: 'since',
      label: 'Since',
      width: '120px',
      isOptional: true,
      firstOrder: 'desc',
      value: ({ bannedAt }) => bannedAt,
      render: ({ bannedAt }) => <TimeAgo at={bannedAt} />,
    },
    {
      key: 'ends',
      label: 'Ends',
      width: '120px',
      isOptional: true,
      onCard: 'hidden',
      value: ({ endsAt }) => endsAt,
      render: ({ endsAt }) => (endsAt === null ? 'Permanent' : <TimeAgo at={endsAt} />),
    },
    {
      key: 'details',
      label: 'Details',
      width: '88px',
      onCard: 'hidden',
      render: () => 'Details',
      action: { label: ({ name }) => `Details of the ban of ${visibleText(name)}`, run: onDetails },
    },
    {
      key: 'unban',
      label: 'Action',
      width: '96px',
      onCard: 'end',
      render: () => 'Unban',
      action: { label: ({ name }) => `Unban ${visibleText(name)}`, isDisabled, run: onUnban },
    },
  ];
}
