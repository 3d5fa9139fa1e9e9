import { useDisclosure } from '@mantine/hooks';
import { Code } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';

const Dialog = lazyPart(() => import('./badge-dialog.tsx').then((module) => module.BadgeDialog));

/** Offers the snippets of a server's badge. */
export function BadgeButton({ server }: { server: { id: string; name: string } }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <IconButton label={`Badge of ${visibleText(server.name)}`} icon={Code} onClick={dialog.open} />
      {isOpen ? <Dialog server={server} onClose={dialog.close} /> : null}
    </>
  );
}
