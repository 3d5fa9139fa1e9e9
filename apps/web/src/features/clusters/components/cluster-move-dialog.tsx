import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';

type Props = {
  serverName: string;
  fromName: string;
  toName: string;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a server changes its cluster. */
export function ClusterMoveDialog({ serverName, fromName, toName, ...dialog }: Props) {
  const [server, from, to] = [serverName, fromName, toName].map(visibleText);
  return (
    <ConfirmDialog isOpen title={`Move ${server} to ${to}`} confirmLabel="Move" {...dialog}>
      <Text>
        <PlainText text={`${server} leaves ${from} and joins ${to}.`} />
      </Text>
      <Text c="dimmed">
        <PlainText text={`It shares its chat with the servers of ${to} then, and no longer with those of ${from}.`} />{' '}
        Earlier messages stay in the chat of the cluster they were sent in.
      </Text>
    </ConfirmDialog>
  );
}
