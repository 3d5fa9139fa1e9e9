import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useUnlink } from '../players.mutations.ts';

type Props = {
  server: { id: string; name: string };
  playerId: string;
  onUnlinked: () => void;
  onClose: () => void;
};

export function CharacterUnlinkDialog({ server, playerId, onUnlinked, onClose }: Props) {
  const unlink = useUnlink();
  const finish = () => {
    toastSuccess(`Your character on ${visibleText(server.name)} has been unlinked.`);
    onUnlinked();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title="Unlink your character"
      confirmLabel="Unlink"
      isDangerous
      isPending={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate({ serverId: server.id, playerId }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>
        The player {playerId} on <PlainText text={server.name} /> will no longer be linked to your account. You lose
        mail, chat and any admin rights that come with it.
      </Text>
    </ConfirmDialog>
  );
}
