import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useDisclosure } from '@mantine/hooks';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import type { Server } from '../servers.queries.ts';

const ControlDialog = lazyPart(() =>
  import('./server-control-dialog.tsx').then((module) => module.ServerControlDialog),
);

const linkFirst = 'Do you run it? Link your character on this server first, or ask an Admin of this portal.';

type Props = { server: Server; onRemoved: () => void };
type DialogProps = Props & { onClose: () => void };

const dialogs = {
  rename: lazyPart<DialogProps>(() => import('./server-rename-dialog.tsx').then((module) => module.ServerRenameDialog)),
  token: lazyPart<DialogProps>(() => import('./server-token-dialog.tsx').then((module) => module.ServerTokenDialog)),
  remove: lazyPart<DialogProps>(() => import('./server-remove-dialog.tsx').then((module) => module.ServerRemoveDialog)),
};

/** What only an admin of the server does, each in a dialog of its own. */
export function ServerAdministration({ server, onRemoved }: Props) {
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const Dialog = open === undefined ? undefined : dialogs[open];
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen('rename')}>
          Rename
        </Button>
        <Button variant="default" onClick={() => setOpen('token')}>
          Replace token
        </Button>
        <Button variant="outline" color="danger" onClick={() => setOpen('remove')}>
          Remove server
        </Button>
      </Group>
      {Dialog === undefined ? null : (
        <Dialog server={server} onRemoved={onRemoved} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

type ServerControlProps = {
  server: Server;
  /** Only who has a character here gets a code: accounts are free, and codes can be guessed at. */
  isServerPlayer: boolean;
  onControl: () => void;
};

/** For those who run the server but are no admin of it here yet. */
export function ServerControl({ server, isServerPlayer, onControl }: ServerControlProps) {
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
