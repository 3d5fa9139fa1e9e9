import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useRevokeToken } from '../tokens.mutations.ts';
import type { ApiToken } from '../tokens.queries.ts';

type Props = {
  token: ApiToken;
  /** Whose it is, if it is not the reader's own. */
  ofUser?: string;
  onClose: () => void;
};

export function TokenRevokeDialog({ token, ofUser, onClose }: Props) {
  const revoke = useRevokeToken(token.id, ofUser === undefined);
  const finish = () => {
    toastSuccess(`Revoked ${visibleText(token.name)}.`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title="Revoke an API token"
      confirmLabel="Revoke token"
      isDangerous
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: finish })}
      onClose={onClose}
    >
      <Text>
        Scripts and bots that use <PlainText text={token.name} />
        {ofUser === undefined ? null : (
          <>
            {' '}
            of <PlainText text={ofUser} />
          </>
        )}{' '}
        stop working at once. This can't be undone.
      </Text>
    </ConfirmDialog>
  );
}
