import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import { useRestoreVersion } from '../databases.mutations.ts';
import type { DatabaseVersion } from '../databases.queries.ts';

type Props = {
  file: string;
  version: DatabaseVersion;
  /** What is given up for it. Over another one nothing is restored. */
  current: DatabaseVersion | undefined;
  onDone: () => void;
  onClose: () => void;
};

export function VersionRestoreDialog({ file, version, current, onDone, onClose }: Props) {
  const { mutate, isPending, error } = useRestoreVersion(file);
  const finish = () => {
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Restore the version of ${formatDateTime(version.at)}`}
      confirmLabel="Restore"
      isDisabled={current === undefined}
      isPending={isPending}
      error={error}
      onConfirm={() => {
        if (current !== undefined) mutate({ versionId: version.id, version: current.version }, { onSuccess: finish });
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          The whole of {quoted(file)}, with the parts of all guilds, becomes what it was then. What it is now stays in
          this list.
        </Text>
        {current === undefined ? null : (
          <Text c="dimmed">
            Now it is the version of {formatDateTime(current.at)}
            {current.by === null ? '' : ` by ${quoted(current.by)}`}.
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
