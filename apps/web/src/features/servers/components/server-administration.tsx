import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import type { Server } from '../servers.queries.ts';

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
