import { Button, Group, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Plus, X } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import type { EvidenceRow } from './sanction-form.ts';
import classes from './sanction-dialog.module.css';

/** The portal's limit. */
const maxRows = 10;

type Form = {
  getInputProps: (path: string) => GetInputPropsReturnType;
  insertListItem: (path: 'evidence', item: EvidenceRow) => void;
  removeListItem: (path: 'evidence', index: number) => void;
};

type Props = {
  rows: readonly EvidenceRow[];
  form: Form;
  /** The page that the user came from. */
  proposal: EvidenceRow | undefined;
};

/** Links that show that a sanction is right. */
export function EvidenceFields({ rows, form, proposal }: Props) {
  const isProposed = proposal !== undefined && !rows.some(({ url }) => url === proposal.url);
  const add = (row: EvidenceRow) => form.insertListItem('evidence', row);
  return (
    <fieldset className={classes.evidence}>
      <legend>Evidence</legend>
      {rows.map((_, index) => (
        <div key={index} className={classes.row}>
          <TextInput
            label={`Link ${index + 1}`}
            placeholder="https://…"
            maxLength={2000}
            {...form.getInputProps(`evidence.${index}.url`)}
          />
          <TextInput
            label={`What link ${index + 1} shows`}
            maxLength={1000}
            {...form.getInputProps(`evidence.${index}.text`)}
          />
          <IconButton
            icon={X}
            label={`Remove link ${index + 1}`}
            onClick={() => form.removeListItem('evidence', index)}
          />
        </div>
      ))}
      {rows.length >= maxRows ? null : (
        <Group gap="sm">
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
    </fieldset>
  );
}
