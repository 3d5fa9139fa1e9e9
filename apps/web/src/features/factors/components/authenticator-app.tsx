import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { toastError, toastSuccess } from '../../../components/notices/toast.tsx';
import { useRemoveTotp, useStartTotp } from '../factors.mutations.ts';
import type { RunConfirmed } from '../use-confirmed.tsx';

const TotpDialog = lazyPart(() => import('./totp-dialog.tsx').then((module) => module.TotpDialog));

type Props = { isOn: boolean; run: RunConfirmed; onCodes: (codes: readonly string[] | null) => void };

export function AuthenticatorApp({ isOn, run, onCodes }: Props) {
  const start = useStartTotp();
  const remove = useRemoveTotp();
  const [isRemoving, setIsRemoving] = useState(false);
  const finish = (codes: readonly string[] | null) => {
    start.reset();
    toastSuccess('Two-step login with an authenticator app is on.');
    onCodes(codes);
  };
  const finishRemoval = () => {
    setIsRemoving(false);
    toastSuccess('Two-step login with an authenticator app is off.');
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h5">
          Authenticator app
        </Title>
        <StatusDot tone={isOn ? 'good' : 'quiet'} word={isOn ? 'On' : 'Off'} />
      </Group>
      <Text c="dimmed" size="sm">
        An app on your phone shows a new code every 30 seconds.
      </Text>
      <div>
        {isOn ? (
          <Button variant="default" onClick={() => setIsRemoving(true)}>
            Turn off the authenticator app
          </Button>
        ) : (
          <Button loading={start.isPending} onClick={() => run(start, undefined, { onError: toastError })}>
            Set up an authenticator app
          </Button>
        )}
      </div>
      {start.data === undefined ? null : <TotpDialog {...start.data} onTurnedOn={finish} onClose={start.reset} />}
      {isRemoving ? (
        <ConfirmDialog
          isOpen
          title="Turn off the authenticator app"
          confirmLabel="Turn off"
          isDangerous
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => run(remove, undefined, { onSuccess: finishRemoval })}
          onClose={() => setIsRemoving(false)}
        >
          <Text>Its codes no longer work. Without another factor, your password alone will log you in.</Text>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}
