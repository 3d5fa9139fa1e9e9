import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { token } from '../../../lib/api/session.ts';

/** Confirms leaving while a program runs, unless the user is logged out. */
export function TerminalLeaveGuard({ isBusy }: { isBusy: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isBusy && token.get() !== null,
    enableBeforeUnload: isBusy,
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
      <Text>Leaving the terminal ends the program and everything it started.</Text>
    </ConfirmDialog>
  );
}
