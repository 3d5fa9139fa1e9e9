import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from '../../../components/data-table.module.css';
import { PlainText } from '../../../components/plain-text.tsx';
import { QueryRegion } from '../../../components/query-region.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import { whyNot } from '../../../lib/capabilities.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { outcomeTexts } from '../outcome-text.ts';
import type { ServerAbility } from '../player-actions.ts';
import { useUnban } from '../players.mutations.ts';
import { bansQuery, type Ban } from '../players.queries.ts';

type Props = { server: ServerAbility & { id: string }; instigator: string | undefined };

/** Who was banned from here, for the server's admins. */
export function BanList({ server, instigator }: Props) {
  const query = useQuery(bansQuery(server.id));
  const unban = useUnban();
  const refusal = whyNot(server, 'players.unban');
  const liftBan = ({ playerId, name }: Ban) =>
    void unban
      .mutateAsync({ serverId: server.id, playerId, instigator })
      .then(({ outcome }) => toastSuccess(`Unban of ${visibleText(name)}: ${outcomeTexts[outcome]}`), toastError);
  return (
    <QueryRegion query={query} skeletonHeight={72}>
      {(bans) =>
        bans.length === 0 ? (
          <Text c="dimmed">Nobody is banned.</Text>
        ) : (
          <>
            {refusal === undefined ? null : (
              <Text size="sm" c="dimmed">
                Unban: {refusal}
              </Text>
            )}
            <BanTable
              bans={bans}
              isDisabled={refusal !== undefined}
              pendingId={unban.isPending ? unban.variables.playerId : undefined}
              onUnban={liftBan}
            />
          </>
        )
      }
    </QueryRegion>
  );
}

type TableProps = { bans: Ban[]; isDisabled: boolean; pendingId: string | undefined; onUnban: (ban: Ban) => void };

function BanTable({ bans, isDisabled, pendingId, onUnban }: TableProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Bans, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th scope="col">Id</th>
          <th scope="col">Banned by</th>
          <th scope="col">Since</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {bans.map((ban) => (
          <tr key={ban.playerId}>
            <th scope="row">
              <PlainText text={ban.name} />
            </th>
            <td>{ban.playerId}</td>
            <td>{ban.bannedBy}</td>
            <td className={classes.dimmed}>
              <time dateTime={ban.bannedAt}>{formatDateTime(ban.bannedAt)}</time>
            </td>
            <td>
              <RowButton
                aria-label={`Unban ${visibleText(ban.name)}`}
                disabled={isDisabled || pendingId === ban.playerId}
                onClick={() => onUnban(ban)}
              >
                Unban
              </RowButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
