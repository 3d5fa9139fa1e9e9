import { Button, Input, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type SyntheticEvent } from 'react';
import { SelectBox } from '../../components/forms/select-box.tsx';
import { SuggestField } from '../../components/forms/suggest-field.tsx';
import { ErrorNotice } from '../../components/notices/error-notice.tsx';
import { toastSuccess } from '../../components/notices/toast.tsx';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { knownPlayersQuery, UnclearPlayerError, useAddEntry, type WhitelistReach } from './whitelist.queries.ts';
import classes from './whitelist.module.css';

export type ReachChoice = { label: string; reach: WhitelistReach };

type Props = { choices: readonly [ReachChoice, ...ReachChoice[]] };

/** Adds a known player by name, or anyone by id, also someone who was never seen. */
export function WhitelistForm({ choices }: Props) {
  const [player, setPlayer] = useState('');
  const [note, setNote] = useState('');
  const [index, setIndex] = useState(0);
  const add = useAddEntry();
  const errors = fieldErrors(add.error);
  const playerError = add.error instanceof UnclearPlayerError ? add.error.message : errors['playerId'];
  const isAtField = playerError !== undefined || errors['note'] !== undefined;
  const { label, reach } = choices[index] ?? choices[0];
  const finish = (name: string) => {
    toastSuccess(`${visibleText(name)} added to the whitelist: ${visibleText(label)}.`);
    setPlayer('');
    setNote('');
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (player.trim() === '' || add.isPending) return;
    const given = { player: player.trim(), reach, ...(note.trim() !== '' && { note: note.trim() }) };
    add.mutate(given, { onSuccess: finish });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm" align="start">
        <div className={classes.fields}>
          <PlayerField value={player} error={playerError} onChange={setPlayer} />
          <TextInput
            label="Note (optional)"
            description="Shown in the list below."
            error={errors['note']}
            maxLength={200}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {choices.length === 1 ? null : <ReachField choices={choices} index={index} onChange={setIndex} />}
        </div>
        <Button type="submit" variant="default" loading={add.isPending} disabled={player.trim() === ''}>
          Add to whitelist
        </Button>
        {add.error === null || isAtField ? null : <ErrorNotice error={add.error} />}
      </Stack>
    </form>
  );
}

type PlayerFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void };

/** Offers known players while typing. */
function PlayerField({ value, error, onChange }: PlayerFieldProps) {
  const text = value.trim();
  const [searched] = useDebouncedValue(text, 200);
  const { data = [] } = useQuery(knownPlayersQuery(searched));
  const found = text === '' ? [] : data;
  const chosen = found.find(({ id }) => id === text.toLowerCase());
  const suggestions = chosen === undefined ? found : [];
  return (
    <SuggestField
      label="Player"
      description={chosen === undefined ? 'A known name, or a Steam or EOS ID.' : describe(chosen.name, chosen.server)}
      error={error}
      maxLength={64}
      value={value}
      suggestions={suggestions.map(({ id, name, server }) => ({ value: id, text: describe(name, server) }))}
      onChange={onChange}
    />
  );
}

function describe(name: string, server: { name: string } | null): string {
  return server === null ? visibleText(name) : `${visibleText(name)} · ${visibleText(server.name)}`;
}

type ReachFieldProps = { choices: readonly ReachChoice[]; index: number; onChange: (index: number) => void };

function ReachField({ choices, index, onChange }: ReachFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label="May join" description="Where the player is let in.">
      <div className={classes.select}>
        <SelectBox
          id={id}
          aria-describedby={`${id}-description`}
          value={String(index)}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        >
          {choices.map((choice, position) => (
            <option key={choice.label} value={position}>
              {visibleText(choice.label)}
            </option>
          ))}
        </SelectBox>
      </div>
    </Input.Wrapper>
  );
}
