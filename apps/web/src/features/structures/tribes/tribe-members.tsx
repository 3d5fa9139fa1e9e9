import { Text } from '@mantine/core';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import table from '../../../components/display/data-table.module.css';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import classes from './tribe-members.module.css';
import type { TribeMember } from './tribes.queries.ts';

type Props = { serverId: string; members: readonly TribeMember[] };

export function TribeMembers({ serverId, members }: Props) {
  if (members.length === 0) return <Text c="dimmed">The save contains no members of this tribe.</Text>;
  return (
    <table className={table.table}>
      <caption className={table.caption}>Members</caption>
      <thead>
        <tr>
          <th scope="col">Survivor</th>
          <th scope="col">Player</th>
          <th scope="col">Level</th>
          <th scope="col">Rank</th>
          <th scope="col">Last seen</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Member key={member.arkId} serverId={serverId} member={member} />
        ))}
      </tbody>
    </table>
  );
}

function Member({ serverId, member }: { serverId: string; member: TribeMember }) {
  const { name, platformName, level, lastSeenAt, isOnline, playerId, goneAt } = member;
  return (
    <tr>
      <th scope="row">
        {playerId === null ? (
          <PlainText text={name === '' ? 'Unnamed' : name} />
        ) : (
          <PlayerLink playerId={playerId} name={name} />
        )}
      </th>
      <td className={table.dimmed}>{platformName === null ? null : <PlainText text={platformName} />}</td>
      <td className={classes.nowrap}>{level === null ? null : `Level ${level}`}</td>
      <td className={classes.nowrap}>{rankOf(member)}</td>
      <td>
        {isOnline && playerId !== null ? (
          <TextLink to="/arkbot/servers/$serverId/players" params={{ serverId }} search={{ playerId }}>
            <StatusDot tone="good" word="online" />
          </TextLink>
        ) : lastSeenAt === null ? (
          'never seen'
        ) : (
          <TimeAgo at={lastSeenAt} />
        )}
        {goneAt === null ? null : <span className={table.dimmed}> · no longer in the save</span>}
      </td>
    </tr>
  );
}

function rankOf({ isOwner, isAdmin }: TribeMember): string {
  if (isOwner) return 'Owner';
  return isAdmin ? 'Admin' : 'Member';
}
