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
      title="Discard unfinished upload"
      confirmLabel="Discard"
      isDangerous
      isPending={isPending}
      error={error}
      onConfirm={() => mutate(upload.uploadId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        The {formatBytes(upload.received)} uploaded of {quoted(upload.fileName)} will be deleted. The file on your
        device stays as it is.
      </Text>
    </ConfirmDialog>
  );
}
