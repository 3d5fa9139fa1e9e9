import { Stack, Text } from '@mantine/core';
import { CopyField } from '../../../components/copy-field.tsx';
import { PlainText } from '../../../components/plain-text.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import type { Player } from '../players.queries.ts';

type Props = { playerId: string; player: Player | undefined; isOnline: boolean };

/** Who it is. Someone who has left stays in sight, and the panel says so. */
export function PlayerDetails({ playerId, player, isOnline }: Props) {
  return (
    <Stack gap="sm">
      <div role="status">
        {isOnline ? (
          <StatusDot tone="good" word="online" />
        ) : (
          <StatusDot tone="quiet" word={player === undefined ? 'not online here' : 'has left the server'} />
        )}
      </div>
      {player === undefined ? null : (
        <>
          <Text>
            Name: <PlainText text={player.name} />
          </Text>
          <Text>Survivor: {player.survivor === null ? 'not known yet' : <PlainText text={player.survivor} />}</Text>
          <Text>
            {isOnline ? 'Online since' : 'Was online since'}{' '}
            <time dateTime={player.joinedAt}>{formatDateTime(player.joinedAt)}</time>
          </Text>
        </>
      )}
      <CopyField label="Player id" value={playerId} />
    </Stack>
  );
}
