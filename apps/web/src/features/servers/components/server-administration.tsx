import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useDisclosure } from '@mantine/hooks';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { whyNot } from '../../../lib/servers/capabilities.ts';
import type { Server } from '../servers.queries.ts';
import { useOpenSetup } from '../setup/use-setup.ts';

const ControlDialog = lazyPart(() =>
  import('./server-control-dialog.tsx').then((module) => module.ServerControlDialog),
);

const linkFirst = 'Do you run this server? Link your character on it first, or ask an Admin of this portal.';

type Props = { server: Server; onRemoved: () => void };
type DialogProps = Props & { onClose: () => void };

const dialogs = {
  rename: lazyPart<DialogProps>(() => import('./server-rename-dialog.tsx').then((module) => module.ServerRenameDialog)),
  join: lazyPart<DialogProps>(() => import('./server-join-dialog.tsx').then((module) => module.ServerJoinDialog)),
  token: lazyPart<DialogProps>(() => import('./server-token-dialog.tsx').then((module) => module.ServerTokenDialog)),
  remove: lazyPart<DialogProps>(() => import('./server-remove-dialog.tsx').then((module) => module.ServerRemoveDialog)),
};

/** The actions of a server's admins, each with its own dialog. */
export function ServerAdministration({ server, onRemoved }: Props) {
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const { open: openSetup } = useOpenSetup(server.id);
  const Dialog = open === undefined ? undefined : dialogs[open];
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen('rename')}>
          Rename
        </Button>
        <Button variant="default" onClick={() => setOpen('join')}>
          Join details
        </Button>
        <Button variant="default" onClick={openSetup}>
          Set up
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
  /** Only players of this server get a code: accounts are free, and codes can be guessed. */
  isServerPlayer: boolean;
  onControl: () => void;
};

/** For users who run the server but are not yet its admin here. */
export function ServerControl({ server, isServerPlayer, onControl }: ServerControlProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const reasonId = useId();
  const reason = whyNot(server, 'server.showCode') ?? (isServerPlayer ? undefined : linkFirst);
  return (
    <Stack gap="sm">
      <Text id={reasonId}>
        Only admins of this server can change it. {reason ?? 'Do you run this server? Its agent can show you a code.'}
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
