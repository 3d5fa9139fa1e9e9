import { Code, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { ConsoleQuestion } from '../use-console.ts';

type Props = { question: ConsoleQuestion; serverName: string };

/** Affects everyone on the server, so the user has to type its name. The portal refuses the command without it. */
export function ConsoleConfirmDialog({ question: { command, danger, answer }, serverName }: Props) {
  const [typedName, setTypedName] = useState('');
  return (
    <ConfirmDialog
      isOpen
      title="Run this command?"
      confirmLabel="Run"
      isDangerous
      isDisabled={typedName.trim() !== serverName}
      isPending={false}
      error={null}
      onConfirm={() => answer(typedName)}
      onClose={() => answer(undefined)}
    >
      <Stack gap="md">
        <Code block>{visibleText(command)}</Code>
        <Text>{danger}</Text>
        <TextInput
          label={`Type ${serverName} to confirm`}
          autoComplete="off"
          data-autofocus
          value={typedName}
          onChange={(event) => setTypedName(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
