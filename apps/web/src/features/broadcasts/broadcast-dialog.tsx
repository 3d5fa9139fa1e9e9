import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useReturnFocus } from '../../components/dialogs/use-return-focus.ts';
import { PlainText } from '../../components/display/plain-text.tsx';
import { StatusDot } from '../../components/display/status-dot.tsx';
import { ErrorNotice } from '../../components/notices/error-notice.tsx';
import { fieldErrors } from '../../lib/api/api-error.ts';
import type { Tone } from '../../lib/servers/server-states.ts';
import { serversQuery } from '../../lib/servers/servers.queries.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { describeAudience, serversOf } from './broadcast-audience.ts';
import { useBroadcast, type BroadcastReach, type BroadcastResult } from './broadcasts.mutations.ts';

const maxLength = 500;

type Props = { reach: BroadcastReach; name: string; onClose: () => void };

/** Who will see the message, then what came of it on each server. */
export function BroadcastDialog({ reach, name, onClose }: Props) {
  const broadcast = useBroadcast();
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Broadcast to ${visibleText(name)}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      {broadcast.data === undefined ? (
        <BroadcastForm reach={reach} broadcast={broadcast} onClose={onClose} />
      ) : (
        <Stack gap="lg">
          <Outcomes servers={broadcast.data.servers} />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

type FormProps = { reach: BroadcastReach; broadcast: ReturnType<typeof useBroadcast>; onClose: () => void };

function BroadcastForm({ reach, broadcast, onClose }: FormProps) {
  const [text, setText] = useState('');
  const servers = useQuery(serversQuery(''));
  const fieldError = fieldErrors(broadcast.error)['text'];
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !broadcast.isPending) broadcast.mutate({ reach, text: text.trim() });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <TextInput
          label="Message"
          description="Shown in the game. All broadcasts are recorded."
          error={fieldError}
          maxLength={maxLength}
          autoComplete="off"
          data-autofocus
          value={text}
          readOnly={broadcast.isPending}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed" role="status">
          {servers.data === undefined ? ' ' : describeAudience(serversOf(servers.data, reach))}
        </Text>
        {broadcast.error === null || fieldError !== undefined ? null : <ErrorNotice error={broadcast.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={broadcast.isPending} disabled={text.trim() === ''}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Outcome = BroadcastResult['servers'][number];

const looks: Record<Outcome['outcome'], { tone: Tone; word: string }> = {
  shown: { tone: 'good', word: 'Shown' },
  unknown: { tone: 'busy', word: 'No answer' },
  failed: { tone: 'danger', word: 'Not shown' },
};

function Outcomes({ servers }: { servers: readonly Outcome[] }) {
  const shown = servers.filter(({ outcome }) => outcome === 'shown').length;
  return (
    <Stack gap="sm">
      <Text role="status">
        Shown on {shown} of {servers.length} {servers.length === 1 ? 'server' : 'servers'}.
      </Text>
      <Stack component="ul" gap="xs" m={0} p={0} mah={320} style={{ overflow: 'auto', listStyle: 'none' }}>
        {servers.map(({ id, name, outcome, reason }) => (
          <li key={id}>
            <Group gap="sm" justify="space-between" wrap="nowrap">
              <PlainText text={name} />
              <StatusDot {...looks[outcome]} />
            </Group>
            {reason === null ? null : (
              <Text size="sm" c="dimmed">
                {reason}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
