import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { PlainText } from '../../../components/plain-text.tsx';
import { toastError, toastSuccess, toastUndo } from '../../../components/toast.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { outcomeTexts } from '../outcome-text.ts';
import { useBan, useUnban } from '../players.mutations.ts';
import type { PlayerDialogProps } from './player-dialog-props.ts';

export function PlayerBanDialog({ server, target, name, onClose }: PlayerDialogProps) {
  const ban = useBan();
  const unban = useUnban();
  // The dialog is gone by then, so this must not hang on it.
  const undo = () =>
    void unban
      .mutateAsync(target)
      .then(({ outcome }) => toastSuccess(`Unban of ${visibleText(name)}: ${outcomeTexts[outcome]}`), toastError);
  return (
    <ConfirmDialog
      isOpen
      title={`Ban ${visibleText(name)}`}
      confirmLabel="Ban"
      isDangerous
      isPending={ban.isPending}
      error={ban.error}
      onConfirm={() =>
        ban.mutate(target, {
          onSuccess: ({ outcome }) => {
            toastUndo(`Ban of ${visibleText(name)}: ${outcomeTexts[outcome]}`, undo);
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <Text>
        <PlainText text={name} /> ({target.playerId}) is thrown out of <PlainText text={server.name} /> and cannot come
        back until someone lifts the ban.
      </Text>
    </ConfirmDialog>
  );
}
