import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';

type Props = { count: number; onConfirm: () => void; onClose: () => void };

export function UploadCancelDialog({ count, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      isOpen
      title="Cancel all uploads"
      confirmLabel={`Cancel ${count === 1 ? '1 upload' : `${formatCount(count)} uploads`}`}
      isDangerous
      isPending={false}
      error={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text>The parts already sent will be deleted. Files that have finished uploading stay.</Text>
    </ConfirmDialog>
  );
}
