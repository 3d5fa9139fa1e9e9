import { Text } from '@mantine/core';
import { WifiOff } from 'lucide-react';
import { Notice } from '../../../components/notices/notice.tsx';
import { useConnection } from '../../../lib/api/use-connection.ts';
import type { ServerAbility } from '../player-actions.ts';
import { PlayerGrid } from './player-grid.tsx';

type Props = {
  server: ServerAbility & { id: string };
  filter: string;
  currentId: string | undefined;
  onChoose: (playerId: string) => void;
};

const reasons = { offline: 'The server is not connected.', down: 'The game does not answer.' } as const;

/** The list, or why there can be none. */
export function OnlinePlayers({ server, filter, currentId, onChoose }: Props) {
  const isKnown = useConnection() === 'connected';
  if (server.state === 'offline' || server.state === 'down') {
    return (
      <Notice icon={WifiOff} title="Who is online is not known now." role="status">
        <Text c="dimmed">
          {isKnown ? reasons[server.state] : 'Portal not reachable.'} The list comes back by itself.
        </Text>
      </Notice>
    );
  }
  return <PlayerGrid serverId={server.id} filter={filter} currentId={currentId} onChoose={({ id }) => onChoose(id)} />;
}
