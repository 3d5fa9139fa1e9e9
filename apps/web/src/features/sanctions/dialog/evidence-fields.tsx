import { Button, Group, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Plus, X } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import type { EvidenceRow } from './sanction-form.ts';
import classes from './sanction-dialog.module.css';

/** The portal's limits. */
const maxRows = 10;
const maxTextLength = 1000;

/** Offers what is known about a player. */
export type EvidencePickerProps = {
  playerId: string;
  /** What has been picked. */
  urls: readonly string[];
  onPick: (row: EvidenceRow) => void;
  /** Where it can't be shown. */
  onClose: () => void;
};
export type EvidencePickerType = ComponentType<EvidencePickerProps>;

type Form = {
  getInputProps: (path: string) => GetInputPropsReturnType;
  insertListItem: (path: 'evidence', item: EvidenceRow) => void;
  removeListItem: (path: 'evidence', index: number) => void;
};

type Props = {
  rows: readonly EvidenceRow[];
  form: Form;
  /** Whom it is about; undefined while no ID is entered. */
  playerId: string | undefined;
  Picker: EvidencePickerType;
  /** The page that the user came from. */
  proposal?: EvidenceRow | undefined;
};

/** What shows that a sanction is right: links, and what was picked from the player's timeline, the chat or the files. */
export function EvidenceFields({ rows, form, playerId, Picker, proposal }: Props) {
  const [isPicking, setIsPicking] = useState(false);
  const isProposed = proposal !== undefined && !rows.some(({ url }) => url === proposal.url);
  const isFull = rows.length >= maxRows;
  const add = (row: EvidenceRow) =>
    form.insertListItem('evidence', { ...row, text: cut(visibleText(row.text), maxTextLength) });
  return (
    <fieldset className={classes.evidence}>
      <legend>Evidence</legend>
      {rows.length === 0 ? null : (
        <Text c="dimmed" size="sm">
          Everyone who can see this sanction can read these texts. A link opens only for those who may see what it leads
          to.
        </Text>
      )}
      {rows.map((row, index) => (
        <EvidenceField
          key={index}
          row={row}
          index={index}
          form={form}
          onRemove={() => form.removeListItem('evidence', index)}
        />
      ))}
      {isFull ? null : (
        <Group gap="sm">
          {playerId === undefined ? null : (
            <Button
              variant="default"
              size="compact-md"
              aria-expanded={isPicking}
              onClick={() => setIsPicking(!isPicking)}
            >
              {isPicking ? 'Done picking' : 'Pick from timeline, chat or files'}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => add({ url: '', text: '' })}
          >
            Add link
          </Button>
          {isProposed ? (
            <Button variant="default" size="compact-md" onClick={() => add(proposal)}>
              Add this page
            </Button>
          ) : null}
        </Group>
      )}
      {isPicking && playerId !== undefined && !isFull ? (
        <Picker
          playerId={playerId}
          urls={rows.map(({ url }) => url)}
          onPick={add}
          onClose={() => setIsPicking(false)}
        />
      ) : null}
    </fieldset>
  );
}

const pickedLabels = { event: 'Timeline entry', chat: 'Chat message', file: 'File' } as const;

type FieldProps = { row: EvidenceRow; index: number; form: Pick<Form, 'getInputProps'>; onRemove: () => void };

/** Of what was picked, the link needs no field. */
function EvidenceField({ row: { kind = 'link', url }, index, form, onRemove }: FieldProps) {
  const number = index + 1;
  const text = { maxLength: maxTextLength, ...form.getInputProps(`evidence.${index}.text`) };
  const isPicked = kind !== 'link' && url !== '';
  return (
    <div className={classes.row} data-picked={isPicked || undefined}>
      {isPicked ? (
        <TextInput label={`${number}. ${pickedLabels[kind]}`} {...text} />
      ) : (
        <>
          <TextInput
            label={`Link ${number}`}
            placeholder="https://…"
            maxLength={2000}
            {...form.getInputProps(`evidence.${index}.url`)}
          />
          <TextInput label={`What link ${number} shows`} {...text} />
        </>
      )}
      <IconButton
        icon={X}
        label={isPicked ? `Remove evidence ${number}` : `Remove link ${number}`}
        onClick={onRemove}
      />
    </div>
  );
}

/** Does not leave half a surrogate pair at the end. */
function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}
