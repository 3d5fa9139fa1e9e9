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
  const [typedName, setTypedName] = useState('');
  useReturnFocus();
  const text = command.trim();
  const { command: commandError, confirm: danger } = fieldErrors(run.error);
  // Of the command that was refused, not of one that has been entered since.
  const isConfirming = danger !== undefined && run.variables?.command === text;
  const isReady = text !== '' && (!isConfirming || typedName.trim() === server.name);
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
          if (!isReady) return;
          run.mutate({ command: text, ...(isConfirming && { confirm: typedName }) });
          setTypedName('');
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Command"
            description="{playerId} is replaced with the player's ID. All commands are recorded."
            error={commandError}
            value={command}
            maxLength={512}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setCommand(event.currentTarget.value)}
          />
          {isConfirming ? (
            <>
              <Text role="alert">{danger}</Text>
              <TextInput
                label={`Type ${visibleText(server.name)} to confirm`}
                autoComplete="off"
                ref={focus}
                value={typedName}
                onChange={(event) => setTypedName(event.currentTarget.value)}
              />
            </>
          ) : null}
          <Group gap="sm" justify="flex-end">
            <Button
              type="submit"
              {...(isConfirming && { color: 'danger' })}
              loading={run.isPending}
              disabled={!isReady}
            >
              Run
            </Button>
          </Group>
          {run.error === null || commandError !== undefined || danger !== undefined ? null : (
            <ErrorNotice error={run.error} />
          )}
          {run.data === undefined ? null : <Output text={run.data.output} />}
        </Stack>
      </form>
    </Modal>
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();

function Output({ text }: { text: string }) {
  if (text.trim() === '') return <Text role="status">The game returned nothing.</Text>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long reply is scrolled with the keyboard
    <pre className={classes.output} role="region" tabIndex={0} aria-label="Reply from the game">
      {text.split(/\r?\n/).map(visibleText).join('\n')}
    </pre>
  );
}
