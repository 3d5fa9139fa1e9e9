import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Server } from 'lucide-react';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import { Notice } from '../../components/notices/notice.tsx';

const AddDialog = lazyPart(() =>
  import('../../features/servers/components/server-add-dialog.tsx').then((module) => module.ServerAddDialog),
);

/** Where an Admin of a fresh portal begins. */
export function FirstServer() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  return (
    <>
      <Notice
        icon={Server}
        title="Add your first server"
        action={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
            Add server
          </Button>
        }
      >
        <Text c="dimmed">Its players, chat and structures appear here once it is connected.</Text>
      </Notice>
      {isOpen ? (
        <AddDialog
          onOpen={(serverId) => void navigate({ to: '/arkbot/servers/$serverId', params: { serverId } })}
          onClose={close}
        />
      ) : null}
    </>
  );
}
