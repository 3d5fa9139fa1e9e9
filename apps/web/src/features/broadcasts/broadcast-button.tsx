import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Megaphone } from 'lucide-react';
import { lazyPart } from '../../components/layout/lazy-part.tsx';
import type { BroadcastReach } from './broadcasts.mutations.ts';

const BroadcastDialog = lazyPart(() => import('./broadcast-dialog.tsx').then((module) => module.BroadcastDialog));

type Props = {
  reach: BroadcastReach;
  /** Of the server or cluster, or of all servers. */
  name: string;
};

/** A message to everyone on a server, in a cluster or on all servers. */
export function BroadcastButton({ reach, name }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Megaphone size={16} aria-hidden />} onClick={open}>
        Broadcast
      </Button>
      {isOpen ? <BroadcastDialog reach={reach} name={name} onClose={close} /> : null}
    </>
  );
}
