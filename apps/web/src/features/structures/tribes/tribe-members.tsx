import { Text } from '@mantine/core';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { TableColumn } from '../../../components/table/table-column.ts';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import classes from './tribe-members.module.css';
import type { TribeMember } from './tribes.queries.ts';

type Props = { serverId: string; members: readonly TribeMember[] };

export function TribeMembers({ serverId, members }: Props) {
  if (members.length === 0) return <Text c="dimmed">The save contains no members of this tribe.</Text>;
  return (
    <DataTable
      id="tribe-members"
      label="Members"
      rows={members.map((member) => ({ ...member, id: member.arkId }))}
      columns={columnsFor(serverId)}
    />
  );
}

type Row = TribeMember & { id: string };

function columnsFor(serverId: string): TableColumn<Row>[] {
  return [
    {
      key: 'survivor',
      label: 'Survivor',
      width: 'auto',
      onCard: 'title',
      value: ({ name }) => name,
      render: ({ playerId, name }) =>
        playerId === null ? (
          <PlainText text={name === '' ? 'Unnamed' : name} />
        ) : (
          <PlayerLink playerId={playerId} name={name} />
        ),
    },
    {
      key: 'player',
      label: 'Player',
      width: 'auto',
      isOptional: true,
      value: ({ platformName }) => platformName,
      render: ({ platformName }) => platformName && <PlainText text={platformName} />,
    },
    {
      key: 'level',
      label: 'Level',
      width: 'auto',
      onCard: 'bare',
      isOptional: true,
      firstOrder: 'desc',
      value: ({ level }) => level,
      render: ({ level }) => (level === null ? null : `Level ${level}`),
    },
    {
      key: 'rank',
      label: 'Rank',
      width: 'auto',
      onCard: 'bare',
      isOptional: true,
      value: rankOf,
      render: rankOf,
    },
    {
      key: 'seen',
      label: 'Last seen',
      width: 'auto',
      onCard: 'bare',
      isOptional: true,
      firstOrder: 'desc',
      value: ({ lastSeenAt }) => lastSeenAt,
      render: (member) => <LastSeen serverId={serverId} member={member} />,
    },
  ];
}

function LastSeen({ serverId, member }: { serverId: string; member: TribeMember }) {
  const { lastSeenAt, isOnline, playerId, goneAt } = member;
  return (
    <>
      {isOnline && playerId !== null ? (
        <TextLink to="/arkbot/servers/$serverId/players" params={{ serverId }} search={{ playerId }}>
          <StatusDot tone="good" word="online" />
        </TextLink>
      ) : lastSeenAt === null ? (
        'never seen'
      ) : (
        <TimeAgo at={lastSeenAt} />
      )}
      {goneAt === null ? null : <span className={classes.dimmed}> · no longer in the save</span>}
    </>
  );
}

function rankOf({ isOwner, isAdmin }: TribeMember): string {
  if (isOwner) return 'Owner';
  return isAdmin ? 'Admin' : 'Member';
}
