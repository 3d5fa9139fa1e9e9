import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { formatDateTime } from '../../../lib/text/format.ts';
import { quoted } from '../../../lib/text/visible-text.ts';
import { useRestoreVersion } from '../databases.mutations.ts';
import type { DatabaseVersion } from '../databases.queries.ts';

type Props = {
  file: string;
  version: DatabaseVersion;
  /** The version being replaced; if it is no longer current, nothing is restored. */
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
          This restores all of {quoted(file)}, including the parts of all guilds. The current version stays in this
          list.
        </Text>
        {current === undefined ? null : (
          <Text c="dimmed">
            The current version is from {formatDateTime(current.at)}
            {current.by === null ? '' : ` by ${quoted(current.by)}`}.
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
