import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { ServerAddDialog } from './server-add-dialog.tsx';

type Props = {
  onOpen: (serverId: string) => void;
  /** The one thing to do, where there is no server yet. */
  isFirst?: boolean;
};

export function ServerAddButton({ onOpen, isFirst = false }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant={isFirst ? 'filled' : 'default'} leftSection={<Plus size={16} aria-hidden />} onClick={open}>
        {isFirst ? 'Add your first server' : 'Add server'}
      </Button>
      {isOpen ? <ServerAddDialog onOpen={onOpen} onClose={close} /> : null}
    </>
  );
}
