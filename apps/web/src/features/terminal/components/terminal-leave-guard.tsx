import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { token } from '../../../lib/api/session.ts';

/** Leaving ends a program that runs, so it is asked first. Without a login there is nothing to stay for. */
export function TerminalLeaveGuard({ isAtWork }: { isAtWork: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isAtWork && token.get() !== null,
    enableBeforeUnload: isAtWork,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      isOpen
      title="A program is still running"
      confirmLabel="Leave and end it"
      isDangerous
      isPending={false}
      error={null}
      onConfirm={proceed}
      onClose={reset}
    >
      <Text>Leaving the terminal ends the program with all that it has started.</Text>
    </ConfirmDialog>
  );
}
