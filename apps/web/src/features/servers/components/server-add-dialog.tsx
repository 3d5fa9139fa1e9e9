import { Modal } from '@mantine/core';
import { ServerAddForm } from './server-add-form.tsx';

type Props = {
  isOpen?: boolean;
  /** Opens the new server, whose page shows how to connect it. */
  onOpen: (serverId: string) => void;
  onClose: () => void;
};

export function ServerAddDialog({ isOpen = true, onOpen, onClose }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Add server"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <ServerAddForm onOpen={onOpen} onCancel={onClose} />
    </Modal>
  );
}
