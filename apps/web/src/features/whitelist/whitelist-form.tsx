import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { SelectBox } from '../../components/forms/select-box.tsx';
import { ErrorNotice } from '../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../components/notices/toast.tsx';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { useAddEntry, type WhitelistReach } from './whitelist.queries.ts';

export type ReachChoice = { label: string; reach: WhitelistReach };

type Props = { choices: readonly [ReachChoice, ...ReachChoice[]] };

/** Adds a player by id, also one who was never seen. */
export function WhitelistForm({ choices }: Props) {
  const [playerId, setPlayerId] = useState('');
  const [index, setIndex] = useState(0);
  const add = useAddEntry();
  const fieldError = fieldErrors(add.error)['playerId'];
  const { label, reach } = choices[index] ?? choices[0];
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const id = playerId.trim().toLowerCase();
    if (id === '' || add.isPending) return;
    const finish = () => {
      toastSuccess(`${id} added to the whitelist: ${visibleText(label)}.`);
      setPlayerId('');
    };
    add.mutate({ reach, playerId: id }, { onSuccess: finish });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Player ID"
          description="A Steam, Epic or EOS ID. The player doesn't need to have been on a server."
          error={fieldError}
          maxLength={32}
          autoComplete="off"
          spellCheck={false}
          value={playerId}
          onChange={(event) => setPlayerId(event.currentTarget.value)}
        />
        <Group gap="sm">
          {choices.length === 1 ? null : (
            <SelectBox
              aria-label="May join"
              value={String(index)}
              onChange={(event) => setIndex(Number(event.currentTarget.value))}
            >
              {choices.map((choice, position) => (
                <option key={choice.label} value={position}>
                  {visibleText(choice.label)}
                </option>
              ))}
            </SelectBox>
          )}
          <Button type="submit" variant="default" loading={add.isPending} disabled={playerId.trim() === ''}>
            Add to whitelist
          </Button>
        </Group>
        {add.error === null || fieldError !== undefined ? null : <ErrorNotice error={add.error} />}
      </Stack>
    </form>
  );
}
