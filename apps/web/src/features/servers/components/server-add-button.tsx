import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DialogHold } from '../../../components/dialogs/dialog-hold.ts';
import { ServerAddForm } from './server-add-form.tsx';

type Props = { onOpen: (serverId: string) => void };

export function ServerAddButton({ onOpen }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isHeld, setIsHeld] = useState(false);
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
        // The token is shown once: it goes by a button, not by accident.
        closeOnEscape={!isHeld}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
      >
        <DialogHold value={setIsHeld}>
          <ServerAddForm onOpen={onOpen} onCancel={close} />
        </DialogHold>
      </Modal>
    </>
  );
}
