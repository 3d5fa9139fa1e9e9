import { Button, Group, Text } from '@mantine/core';
import { Activity } from 'lucide-react';
import { useId } from 'react';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import { usePing } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';

/** The way to the game and back, measured now. */
export function ServerPing({ server }: { server: Server }) {
  const ping = usePing(server.id);
  const reasonId = useId();
  const reason = whyNot(server, 'server.ping');
  const result = ping.data && `${Math.round(ping.data.roundTripMs)} ms to the game and back`;
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<Activity size={16} aria-hidden />}
        loading={ping.isPending}
        disabled={reason !== undefined}
        aria-describedby={reasonId}
        onClick={() => ping.mutate()}
      >
        Ping
      </Button>
      <Text size="sm" c="dimmed" id={reasonId} role="status">
        {reason ?? (ping.error === null ? result : errorMessage(ping.error))}
      </Text>
    </Group>
  );
}
