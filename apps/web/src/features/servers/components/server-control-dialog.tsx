import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeForm } from '../../../components/code-form.tsx';
import { controlCode } from '../../../components/code-formats.ts';
import { RetryNotice } from '../../../components/retry-notice.tsx';
import { toastSuccess } from '../../../components/toast.ts';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import { useSecondsLeft } from '../../../components/use-seconds-left.ts';
import { retryAt, triesLeftOf } from '../../../lib/api-error.ts';
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
  const isPaused = useSecondsLeft(retryAt(ask.error)) > 0;
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
          A code of 8 letters and digits appears in the console and the log of the agent of {server.name}. Whoever
          enters it here becomes an admin of this server.
        </Text>
        {endsAt === undefined ? (
          <>
            <div>
              <Button loading={ask.isPending} disabled={isPaused} onClick={askCode} data-autofocus>
                Show the code
              </Button>
            </div>
            <RetryNotice error={ask.error} />
          </>
        ) : (
          <CodeForm
            format={controlCode}
            endsAt={endsAt}
            triesLeft={triesLeftOf(confirm.error)}
            isPending={confirm.isPending}
            isResending={ask.isPending}
            error={confirm.error}
            resendError={ask.error}
            onSubmit={submitCode}
            onResend={askCode}
          />
        )}
      </Stack>
    </Modal>
  );
}
