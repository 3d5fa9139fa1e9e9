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

const reasons = { offline: 'The server is not connected.', down: "The game isn't responding." } as const;

/** The list, or the reason why there is none. */
export function OnlinePlayers({ server, filter, currentId, onChoose }: Props) {
  const isKnown = useConnection() === 'connected';
  if (server.state === 'offline' || server.state === 'down') {
    return (
      <Notice icon={WifiOff} title="We don't know who is online right now." role="status">
        <Text c="dimmed">
          {isKnown ? reasons[server.state] : "We can't reach the portal."} The list will come back automatically.
        </Text>
      </Notice>
    );
  }
  return <PlayerGrid serverId={server.id} filter={filter} currentId={currentId} onChoose={({ id }) => onChoose(id)} />;
}
