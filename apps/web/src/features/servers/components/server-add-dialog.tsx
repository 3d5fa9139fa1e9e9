import { Modal } from '@mantine/core';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { ServerAddForm } from './server-add-form.tsx';

type Props = {
  /** Opens the new server, whose page shows how to connect it. */
  onOpen: (serverId: string) => void;
  onClose: () => void;
};

/** Rendered only while it is open. */
export function ServerAddDialog({ onOpen, onClose }: Props) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add server"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <ServerAddForm onOpen={onOpen} onCancel={onClose} />
    </Modal>
  );
}
