import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { RowButton } from '../../../components/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { toastSuccess } from '../../../components/notices/toast.tsx';
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from '../factors.mutations.ts';
import type { Passkey } from '../factors.queries.ts';
import type { RunConfirmed } from '../use-confirmed.tsx';

const PasskeyNameDialog = lazyPart(() =>
  import('./passkey-name-dialog.tsx').then((module) => module.PasskeyNameDialog),
);

type Props = {
  passkeys: readonly Passkey[];
  run: RunConfirmed;
  onCodes: (codes: readonly string[] | null) => void;
};

export function PasskeyList({ passkeys, run, onCodes }: Props) {
  const add = useAddPasskey();
  const [isAdding, setIsAdding] = useState(false);
  const close = () => {
    setIsAdding(false);
    add.reset();
  };
  const finish = ({ recoveryCodes }: { recoveryCodes: string[] | null }) => {
    close();
    toastSuccess('Passkey added.');
    onCodes(recoveryCodes);
  };
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        Passkeys
      </Title>
      <Text c="dimmed" size="sm">
        Log in with your fingerprint, your face, a PIN or a security key instead of a password.
      </Text>
      {passkeys.length === 0 ? null : (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} run={run} />
          ))}
        </Stack>
      )}
      <div>
        <Button variant="default" onClick={() => setIsAdding(true)}>
          Add a passkey
        </Button>
      </div>
      {isAdding ? (
        <PasskeyNameDialog
          title="Add a passkey"
          about="Your browser will then ask you to create it."
          name=""
          submitLabel="Create passkey"
          isPending={add.isPending}
          error={add.error}
          onSubmit={(name) => run(add, name, { onSuccess: finish })}
          onClose={close}
        />
      ) : null}
    </Stack>
  );
}

type RowProps = { passkey: Passkey; run: RunConfirmed };

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, run }: RowProps) {
  const rename = useRenamePasskey();
  const remove = useRemovePasskey();
  const [dialog, setDialog] = useState<'rename' | 'remove'>();
  const close = () => setDialog(undefined);
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <PlainText text={name} />
        <Text c="dimmed" size="sm">
          Added <TimeAgo at={createdAt} />
          {lastUsedAt === null ? null : (
            <>
              , last used <TimeAgo at={lastUsedAt} />
            </>
          )}
        </Text>
      </div>
      <Group gap="xs">
        <RowButton aria-label={`Rename ${name}`} onClick={() => setDialog('rename')}>
          Rename
        </RowButton>
        <RowButton aria-label={`Remove ${name}`} onClick={() => setDialog('remove')}>
          Remove
        </RowButton>
      </Group>
      {dialog === 'rename' ? (
        <PasskeyNameDialog
          title="Rename the passkey"
          name={name}
          submitLabel="Rename"
          isPending={rename.isPending}
          error={rename.error}
          onSubmit={(next) => rename.mutate({ passkeyId: id, name: next }, { onSuccess: close })}
          onClose={close}
        />
      ) : null}
      {dialog === 'remove' ? (
        <ConfirmDialog
          isOpen
          title="Remove the passkey"
          confirmLabel="Remove passkey"
          isDangerous
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => run(remove, id, { onSuccess: () => toastSuccess('Passkey removed.') })}
          onClose={close}
        >
          <Text>
            You won&rsquo;t be able to log in with <PlainText text={name} />, and devices that logged in with it are
            logged out. Delete it on your device, too.
          </Text>
        </ConfirmDialog>
      ) : null}
    </Group>
  );
}
