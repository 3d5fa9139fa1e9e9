import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { ServerAddForm } from './server-add-form.tsx';

type Props = { onOpen: (serverId: string) => void };

export function ServerAddButton({ onOpen }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={open}>
        Add server
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title="Add server"
        // The token is shown once: a click beside it must not take it away.
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
      >
        <ServerAddForm onOpen={onOpen} onCancel={close} />
      </Modal>
    </>
  );
}
