import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { PlayerDialogProps } from '../player-actions.ts';
import { outcomeTexts, useKill } from '../players.mutations.ts';

export function PlayerKillDialog({ server, target, name, onClose }: PlayerDialogProps) {
  const kill = useKill();
  return (
    <ConfirmDialog
      isOpen
      title={`Kill ${visibleText(name)}`}
      confirmLabel="Kill"
      isDangerous
      isPending={kill.isPending}
      error={kill.error}
      onConfirm={() =>
        kill.mutate(target, {
          onSuccess: ({ outcome }) => {
            toastSuccess(`Kill of ${visibleText(name)}: ${outcomeTexts[outcome]}`);
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <Text>
        The character of <PlainText text={name} /> ({target.playerId}) on <PlainText text={server.name} /> will die and
        drop everything it carries.
      </Text>
    </ConfirmDialog>
  );
}
