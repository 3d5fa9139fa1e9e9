import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { token } from '../../../lib/api/session.ts';
import { quoted } from '../../../lib/text/visible-text.ts';

type Visit = { pathname: string; search: object };
type Move = { current: Visit; next: Visit };

/** Asks before unsaved changes are left behind. */
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
      <Text>Your changes of {quoted(name)} are not saved. If you leave, they are gone.</Text>
    </ConfirmDialog>
  );
}

/** A login that ran out leads away for a moment only: what is typed is kept until it is back. */
function isElsewhere({ current, next }: Move): boolean {
  if (token.get() === null) return false;
  return current.pathname !== next.pathname || guildOf(current) !== guildOf(next);
}

function guildOf({ search }: Visit): unknown {
  return 'guildId' in search ? search.guildId : undefined;
}
