import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useSetDisabled } from '../users.mutations.ts';
import type { ListedUser } from '../users.queries.ts';

type Props = { user: ListedUser; onClose: () => void };

export function UserEnableDialog({ user, onClose }: Props) {
  const setDisabled = useSetDisabled();
  const finish = () => {
    toastSuccess(`The account of ${user.username} is enabled.`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Enable ${user.username}`}
      confirmLabel="Enable account"
      isPending={setDisabled.isPending}
      error={setDisabled.error}
      onConfirm={() => setDisabled.mutate({ userId: user.id, isDisabled: false }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>
        {user.username} ({user.email}) can log in again, with the same password and roles as before.
      </Text>
    </ConfirmDialog>
  );
}
