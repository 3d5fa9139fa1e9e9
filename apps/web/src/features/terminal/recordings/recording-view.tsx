import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { hasCode } from '../../../lib/api/api-error.ts';
import type { ConfirmationProps } from '../components/terminal-panel.tsx';
import { RecordingPlayer } from './recording-player.tsx';
import { useDeleteRecording } from './recordings.mutations.ts';
import { castQuery } from './recordings.queries.ts';

type Props = {
  id: string;
  /** Asks for the user's password. */
  Confirmation: ComponentType<ConfirmationProps>;
  /** The recording is deleted, or the password was not given. */
  onLeave: () => void;
};

/** A recording, for those who have entered their password lately. */
export function RecordingView({ id, Confirmation, onLeave }: Props) {
  const query = useQuery(castQuery(id));
  if (hasCode(query.error, 'CONFIRMATION_NEEDED'))
    return <Confirmation onConfirmed={() => void query.refetch()} onClose={onLeave} />;
  return (
    <QueryRegion query={query} skeletonHeight={360}>
      {(text) => (
        <Stack gap="md">
          <RecordingPlayer id={id} text={text} />
          <RecordingDelete id={id} Confirmation={Confirmation} onDeleted={onLeave} />
        </Stack>
      )}
    </QueryRegion>
  );
}

type DeleteProps = Pick<Props, 'id' | 'Confirmation'> & { onDeleted: () => void };

function RecordingDelete({ id, Confirmation, onDeleted }: DeleteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, reset, isPending, error } = useDeleteRecording(id);
  const remove = () => mutate(undefined, { onSuccess: onDeleted });
  const isUnconfirmed = hasCode(error, 'CONFIRMATION_NEEDED');
  const close = () => {
    setIsOpen(false);
    reset();
  };
  return (
    <Group>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Delete recording
      </Button>
      {isOpen && isUnconfirmed ? <Confirmation onConfirmed={remove} onClose={close} /> : null}
      {isOpen && !isUnconfirmed ? (
        <ConfirmDialog
          isOpen
          title="Delete this recording?"
          confirmLabel="Delete"
          isDangerous
          isPending={isPending}
          error={error}
          onConfirm={remove}
          onClose={close}
        >
          <Text>
            Nobody can replay it afterwards. The audit log keeps the command, and that you deleted its recording.
          </Text>
        </ConfirmDialog>
      ) : null}
    </Group>
  );
}
