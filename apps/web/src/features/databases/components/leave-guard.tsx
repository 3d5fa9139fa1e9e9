import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { token } from '../../../lib/api/session.ts';
import { quoted } from '../../../lib/text/visible-text.ts';

type Visit = { pathname: string; search: object };
type Move = { current: Visit; next: Visit };

/** Confirms leaving with unsaved changes. */
export function LeaveGuard({ isDirty, name, onDiscard }: { isDirty: boolean; name: string; onDiscard: () => void }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback((move: Move) => isElsewhere(move), []),
    enableBeforeUnload: true,
    disabled: !isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  const leave = () => {
    onDiscard();
    proceed();
  };
  return (
    <ConfirmDialog
      isOpen
      title="Leave without saving?"
      confirmLabel="Discard changes"
      isDangerous
      isPending={false}
      error={null}
      onConfirm={leave}
      onClose={reset}
    >
      <Text>Your changes to {quoted(name)} are not saved and will be lost.</Text>
    </ConfirmDialog>
  );
}

/** After the session expires, the login page is no departure: the draft is restored afterwards. */
function isElsewhere({ current, next }: Move): boolean {
  if (token.get() === null) return false;
  return current.pathname !== next.pathname || guildOf(current) !== guildOf(next);
}

function guildOf({ search }: Visit): unknown {
  return 'guildId' in search ? search.guildId : undefined;
}
