import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeForm } from '../../../components/code-form.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { codeEndsAt } from '../../../lib/code-life.ts';
import { useAskControlCode, useConfirmControl } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';

type Props = { server: Server; onClose: () => void };

/** Whoever reads the agent's console runs the server: its code makes the reader the server's admin. */
export function ServerControlDialog({ server, onClose }: Props) {
  const ask = useAskControlCode(server.id);
  const confirm = useConfirmControl(server.id);
  const [endsAt, setEndsAt] = useState<number>();
  const askCode = () => {
    confirm.reset();
    ask.mutate(undefined, { onSuccess: () => setEndsAt(codeEndsAt(Date.now())) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Prove control of this server"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      {confirm.isSuccess ? (
        <Stack gap="lg">
          <Text role="status">You are an admin of {server.name} now.</Text>
          <div>
            <Button onClick={onClose}>Close</Button>
          </div>
        </Stack>
      ) : (
        <Stack gap="lg">
          <Text>
            A code of 6 digits appears in the console and the log of the agent of {server.name}. Whoever enters it here
            becomes an admin of this server.
          </Text>
          {endsAt === undefined ? (
            <div>
              <Button loading={ask.isPending} onClick={askCode} data-autofocus>
                Show the code
              </Button>
            </div>
          ) : (
            <CodeForm
              endsAt={endsAt}
              isPending={confirm.isPending}
              isResending={ask.isPending}
              error={confirm.error}
              onSubmit={(code) => confirm.mutate(code)}
              onResend={askCode}
            />
          )}
          {ask.error === null ? null : <ErrorNotice error={ask.error} />}
        </Stack>
      )}
    </Modal>
  );
}
