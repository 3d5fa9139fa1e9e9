import { Stack, Text } from '@mantine/core';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import type { KnownPlayer, Player } from '../players.queries.ts';

type Props = { playerId: string; player: Player | undefined; known: KnownPlayer | undefined; isOnline: boolean };

/** Who the player is. A player who has left or was banned stays visible, with a note. */
export function PlayerDetails({ playerId, player, known, isOnline }: Props) {
  const name = player?.name ?? known?.name ?? null;
  const ban = known?.ban ?? null;
  return (
    <Stack gap="sm">
      <div role="status">
        <Presence isOnline={isOnline} isBanned={ban !== null} wasSeen={player !== undefined} />
      </div>
      {name === null ? null : (
        <Text>
          Name: <PlayerLink playerId={playerId} name={name} />
        </Text>
      )}
      {player === undefined ? null : <Visit player={player} />}
      {ban === null ? null : (
        <Text>
          Banned by <PlainText text={ban.bannedBy} /> <TimeAgo at={ban.bannedAt} />
        </Text>
      )}
      <CopyField label="Player ID" value={playerId} />
    </Stack>
  );
}

type PresenceProps = { isOnline: boolean; isBanned: boolean; wasSeen: boolean };

/** A ban takes a moment to reach the game: until then both are true. */
function Presence({ isOnline, isBanned, wasSeen }: PresenceProps) {
  return (
    <>
      {isBanned ? <StatusDot tone="danger" word="banned" /> : null}
      {isBanned && isOnline ? ' ' : null}
      {isOnline ? <StatusDot tone="good" word="online" /> : null}
      {isOnline || isBanned ? null : (
        <StatusDot tone="quiet" word={wasSeen ? 'has left the server' : 'not online here'} />
      )}
    </>
  );
}

function Visit({ player }: { player: Player }) {
  return (
    <>
      <Text>Survivor: {player.survivor === null ? 'not known yet' : <PlainText text={player.survivor} />}</Text>
      <Text>
        Joined <TimeAgo at={player.joinedAt} />
      </Text>
    </>
  );
}
