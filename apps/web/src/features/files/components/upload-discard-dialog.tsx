import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { formatBytes } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import { useDiscardUpload } from '../uploads.mutations.ts';
import type { UnfinishedUpload } from '../uploads.queries.ts';

type Props = { upload: UnfinishedUpload; onClose: () => void };

export function UploadDiscardDialog({ upload, onClose }: Props) {
  const { mutate, isPending, error } = useDiscardUpload();
  return (
    <ConfirmDialog
      isOpen
      title="Discard an unfinished upload"
      confirmLabel="Discard"
      isDangerous
      isPending={isPending}
      error={error}
      onConfirm={() => mutate(upload.uploadId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        The {formatBytes(upload.received)} that arrived of {quoted(upload.fileName)} are thrown away. Your file stays as
        it is.
      </Text>
    </ConfirmDialog>
  );
}
