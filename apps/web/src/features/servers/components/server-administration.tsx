import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Server } from '../servers.queries.ts';

const dialogs = {
  rename: lazy(() => import('./server-rename-dialog.tsx').then((module) => ({ default: module.ServerRenameDialog }))),
  token: lazy(() => import('./server-token-dialog.tsx').then((module) => ({ default: module.ServerTokenDialog }))),
  remove: lazy(() => import('./server-remove-dialog.tsx').then((module) => ({ default: module.ServerRemoveDialog }))),
};

type Props = { server: Server; onRemoved: () => void };

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
      <Suspense>
        {Dialog === undefined ? null : (
          <Dialog server={server} onRemoved={onRemoved} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  );
}
