import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useReplaceRecoveryCodes } from '../factors.mutations.ts';
import type { RunConfirmed } from '../use-confirmed.tsx';

type Props = { remaining: number; run: RunConfirmed; onCodes: (codes: readonly string[]) => void };

export function RecoveryCodes({ remaining, run, onCodes }: Props) {
  const replace = useReplaceRecoveryCodes();
  const [isAsking, setIsAsking] = useState(false);
  const finish = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    setIsAsking(false);
    onCodes(recoveryCodes);
  };
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        Recovery codes
      </Title>
      <Text c="dimmed" size="sm">
        For when you lose your device. {remaining === 1 ? '1 code is left.' : `${remaining} codes are left.`}
      </Text>
      <div>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Create new recovery codes
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          isOpen
          title="Create new recovery codes"
          confirmLabel="Create codes"
          isPending={replace.isPending}
          error={replace.error}
          onConfirm={() => run(replace, undefined, { onSuccess: finish })}
          onClose={() => setIsAsking(false)}
        >
          <Text>The codes that you have now stop working.</Text>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}
