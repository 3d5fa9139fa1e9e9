import { Modal, Stack, Text } from '@mantine/core';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { badgeSnippets } from '../badge-snippets.ts';

type Props = { server: { id: string; name: string }; onClose: () => void };

/** A server's badge, and how to show it elsewhere. */
export function BadgeDialog({ server, onClose }: Props) {
  const { path, markdown, html } = badgeSnippets(server, location.origin);
  const name = visibleText(server.name);
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Badge of ${name}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <Stack gap="lg">
        <Text>Shows the players online, wherever you paste it: a README, a forum, your own site.</Text>
        <div>
          <img src={path} alt={`Players online on ${name}`} height={20} />
        </div>
        <CopyField label="Markdown" value={markdown} />
        <CopyField label="HTML" value={html} />
      </Stack>
    </Modal>
  );
}
