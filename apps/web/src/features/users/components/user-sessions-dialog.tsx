import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useEndSessions } from '../users.mutations.ts';
import type { ListedUser } from '../users.queries.ts';

type Props = { user: ListedUser; onClose: () => void };

export function UserSessionsDialog({ user, onClose }: Props) {
  const endSessions = useEndSessions();
  const finish = ({ ended }: { ended: number }) => {
    toastSuccess(`${ended} ${ended === 1 ? 'session' : 'sessions'} of ${user.username} ended.`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`End the sessions of ${user.username}`}
      confirmLabel="End sessions"
      isPending={endSessions.isPending}
      error={endSessions.error}
      onConfirm={() => endSessions.mutate(user.id, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>
        {user.username} ({user.email}) is logged out everywhere, and what runs in a session ends with it. Logging in
        again is possible at once.
      </Text>
    </ConfirmDialog>
  );
}
