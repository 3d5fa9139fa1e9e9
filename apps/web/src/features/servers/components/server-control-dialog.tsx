import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeForm } from '../../../components/code-form.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { toastSuccess } from '../../../components/toast.ts';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import { codeEndsAt } from '../../../lib/code-life.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { useAskControlCode, useConfirmControl } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';

type Props = { server: Server; onControl: () => void; onClose: () => void };

/** Whoever reads the agent's console runs the server: its code makes the reader the server's admin. */
export function ServerControlDialog({ server, onControl, onClose }: Props) {
  const ask = useAskControlCode(server.id);
  const confirm = useConfirmControl(server.id);
  const [endsAt, setEndsAt] = useState<number>();
  useReturnFocus();
  const askCode = () => {
    confirm.reset();
    ask.mutate(undefined, { onSuccess: () => setEndsAt(codeEndsAt(Date.now())) });
  };
  // The dialog goes with the rights it gives, so the good news comes as a toast.
  const submitCode = (code: string) => {
    if (ask.isError) ask.reset();
    void confirm.mutateAsync(code).then(
      () => {
        toastSuccess(`You are an admin of ${visibleText(server.name)} now.`);
        onClose();
        onControl();
      },
      () => undefined,
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Prove control of this server"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
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
            onSubmit={submitCode}
            onResend={askCode}
          />
        )}
        {ask.error === null ? null : <ErrorNotice error={ask.error} />}
      </Stack>
    </Modal>
  );
}
