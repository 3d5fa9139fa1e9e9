import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { ErrorNotice } from '../../../components/notices/error-notice.tsx';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { PlayerDialogProps } from '../player-actions.ts';
import { useConsole } from '../players.mutations.ts';
import classes from './player-console-dialog.module.css';

/** Runs one command at a time and shows the reply of the game. */
export function PlayerConsoleDialog({ server, target, name, onClose }: PlayerDialogProps) {
  const run = useConsole(target);
  const [command, setCommand] = useState('');
  useReturnFocus();
  const fieldError = fieldErrors(run.error)['command'];
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Console command for ${visibleText(name)} on ${visibleText(server.name)}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (command.trim() !== '') run.mutate(command.trim());
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Command"
            description="{playerId} is replaced with the player's ID. All commands are recorded."
            error={fieldError}
            value={command}
            maxLength={512}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setCommand(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button type="submit" loading={run.isPending} disabled={command.trim() === ''}>
              Run
            </Button>
          </Group>
          {run.error === null || fieldError !== undefined ? null : <ErrorNotice error={run.error} />}
          {run.data === undefined ? null : <Output text={run.data.output} />}
        </Stack>
      </form>
    </Modal>
  );
}

function Output({ text }: { text: string }) {
  if (text.trim() === '') return <Text role="status">The game returned nothing.</Text>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long reply is scrolled with the keyboard
    <pre className={classes.output} role="region" tabIndex={0} aria-label="Reply from the game">
      {text.split(/\r?\n/).map(visibleText).join('\n')}
    </pre>
  );
}
