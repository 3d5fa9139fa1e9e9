import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { toastUndo } from '../../../components/notices/toast.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { PlayerDialogProps } from '../player-actions.ts';
import { outcomeTexts, useBan, useLiftBan } from '../players.mutations.ts';

export function PlayerBanDialog({ server, target, name, onClose }: PlayerDialogProps) {
  const ban = useBan();
  const { lift } = useLiftBan();
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
            toastUndo(`Ban of ${visibleText(name)}: ${outcomeTexts[outcome]}`, () => lift(target, name));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <Text>
        <PlainText text={name} /> ({target.playerId}) will be kicked from <PlainText text={server.name} /> and can't
        rejoin until someone lifts the ban.
      </Text>
    </ConfirmDialog>
  );
}
