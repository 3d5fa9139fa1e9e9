import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import type { Server } from '../servers.queries.ts';

const ControlDialog = lazyPart(() =>
  import('./server-control-dialog.tsx').then((module) => module.ServerControlDialog),
);

const linkFirst = 'Do you run it? Link your character on this server first, or ask an Admin of this portal.';

type Props = {
  server: Server;
  /** Only who has a character here gets a code: accounts are free, and codes can be guessed at. */
  isServerPlayer: boolean;
  onControl: () => void;
};

/** For those who run the server but are no admin of it here yet. */
export function ServerControl({ server, isServerPlayer, onControl }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const reasonId = useId();
  const reason = whyNot(server, 'server.showCode') ?? (isServerPlayer ? undefined : linkFirst);
  return (
    <Stack gap="sm">
      <Text id={reasonId}>
        Only admins of this server can change it. {reason ?? 'Do you run it? Then its agent can show you a code.'}
      </Text>
      <div>
        <Button variant="default" disabled={reason !== undefined} aria-describedby={reasonId} onClick={open}>
          Prove control of this server
        </Button>
      </div>
      {isOpen ? <ControlDialog server={server} onControl={onControl} onClose={close} /> : null}
    </Stack>
  );
}
