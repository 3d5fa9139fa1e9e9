import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeForm } from '../../../components/forms/code-form.tsx';
import { controlCode, codeEndsAt } from '../../../components/forms/verification-code.ts';
import { RetryNotice } from '../../../components/notices/retry-notice.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { useSecondsRemaining } from '../../../components/display/use-seconds-remaining.ts';
import { retryAt, attemptsRemainingOf } from '../../../lib/api/api-error.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useAskControlCode, useConfirmControl } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';

type Props = { server: Server; onControl: () => void; onClose: () => void };

/** A user who can read the agent's console runs the server: the code shown there makes them its admin. */
export function ServerControlDialog({ server, onControl, onClose }: Props) {
  const ask = useAskControlCode(server.id);
  const confirm = useConfirmControl(server.id);
  const [endsAt, setEndsAt] = useState<number>();
  const isPaused = useSecondsRemaining(retryAt(ask.error)) > 0;
  useReturnFocus();
  const askCode = () => {
    confirm.reset();
    ask.mutate(undefined, { onSuccess: () => setEndsAt(codeEndsAt(Date.now())) });
  };
  // The dialog disappears when the user becomes an admin, so the success is a toast.
  const submitCode = (code: string) => {
    if (ask.isError) ask.reset();
    void confirm.mutateAsync(code).then(
      () => {
        toastSuccess(`You're now an admin of ${visibleText(server.name)}.`);
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
          The agent of {server.name} shows a code of 8 letters and digits in its console and log. Anyone who enters it
          here becomes an admin of this server.
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
            attemptsRemaining={attemptsRemainingOf(confirm.error)}
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
