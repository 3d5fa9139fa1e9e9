import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { toastError, toastSuccess, toastUndo } from '../../../components/notices/toast.tsx';
import { ResetLink } from '../own-account/reset-link.tsx';
import { useCreateResetLink } from '../own-account/own-account.queries.ts';
import { useEndSessions, useResetFactors, useSetDisabled } from '../users.mutations.ts';
import type { ListedUser } from '../user-list.queries.ts';

type Props = { user: ListedUser; onClose: () => void };

export function UserDisableDialog({ user, onClose }: Props) {
  const setDisabled = useSetDisabled();
  const undo = () => setDisabled.mutate({ userId: user.id, isDisabled: false }, { onError: toastError });
  const finish = () => {
    toastUndo(`Account of ${user.username} disabled.`, undo);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Disable ${user.username}`}
      confirmLabel="Disable account"
      isDangerous
      isPending={setDisabled.isPending}
      error={setDisabled.error}
      onConfirm={() => setDisabled.mutate({ userId: user.id, isDisabled: true }, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>
        {user.username} ({user.email}) will be logged out everywhere and can't log in until the account is enabled
        again. Roles and linked accounts stay.
      </Text>
    </ConfirmDialog>
  );
}

type UserEnableDialogProps = { user: ListedUser; onClose: () => void };

export function UserEnableDialog({ user, onClose }: UserEnableDialogProps) {
  const setDisabled = useSetDisabled();
  const finish = () => {
    toastSuccess(`Account of ${user.username} enabled.`);
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

type UserSessionsDialogProps = { user: ListedUser; onClose: () => void };

export function UserSessionsDialog({ user, onClose }: UserSessionsDialogProps) {
  const endSessions = useEndSessions();
  const finish = ({ ended }: { ended: number }) => {
    toastSuccess(`${ended} ${ended === 1 ? 'session' : 'sessions'} of ${user.username} ended.`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`End all sessions of ${user.username}`}
      confirmLabel="End sessions"
      isPending={endSessions.isPending}
      error={endSessions.error}
      onConfirm={() => endSessions.mutate(user.id, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>
        {user.username} ({user.email}) will be logged out everywhere, and anything running in these sessions stops.
        Logging in again is possible right away.
      </Text>
    </ConfirmDialog>
  );
}

type UserResetLinkDialogProps = { user: ListedUser; onClose: () => void };

export function UserResetLinkDialog({ user, onClose }: UserResetLinkDialogProps) {
  const createLink = useCreateResetLink();
  const { data: created } = createLink;
  return (
    <ConfirmDialog
      isOpen
      title={`Reset link for ${user.username}`}
      confirmLabel={created === undefined ? 'Create reset link' : 'Done'}
      isPending={createLink.isPending}
      error={createLink.error}
      onConfirm={created === undefined ? () => createLink.mutate(user.username) : onClose}
      onClose={onClose}
    >
      {created === undefined ? (
        <Text>
          With this link, {user.username} ({user.email}) can set a new password once, within a day. That ends all of
          their sessions.
        </Text>
      ) : (
        <ResetLink created={created} />
      )}
    </ConfirmDialog>
  );
}

type UserFactorsDialogProps = { user: ListedUser; onClose: () => void };

export function UserFactorsDialog({ user, onClose }: UserFactorsDialogProps) {
  const resetFactors = useResetFactors();
  const finish = () => {
    toastSuccess(`Two-step login of ${user.username} reset.`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Reset two-step login of ${user.username}`}
      confirmLabel="Reset two-step login"
      isDangerous
      isPending={resetFactors.isPending}
      error={resetFactors.error}
      onConfirm={() => resetFactors.mutate(user.id, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>
        The authenticator app, passkeys and recovery codes of {user.username} ({user.email}) are removed, and all
        sessions end. Only do this if you know that it&rsquo;s them who asked: the password alone logs in then.
      </Text>
    </ConfirmDialog>
  );
}
