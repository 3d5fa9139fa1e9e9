import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useSaveNote } from './notes.mutations.ts';
import type { Note } from './notes.queries.ts';

const maxLength = 4000;
const countFrom = 3600;

type Props = {
  playerId: string;
  /** The note to edit; without one, the form adds a note. */
  note?: Note;
  onDone?: () => void;
};

/** A note's text, saved with Ctrl+Enter. If saving fails, the text stays in the field. */
export function NoteForm({ playerId, note, onDone }: Props) {
  const [text, setText] = useState(note?.text ?? '');
  const save = useSaveNote(playerId, note?.id);
  const finish = () => {
    if (note === undefined) setText('');
    onDone?.();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !save.isPending) save.mutate(text.trim(), { onSuccess: finish });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
    // What was written is not lost by a key.
    if (event.key === 'Escape' && text === note?.text) onDone?.();
  };
  const isOpen = note !== undefined || text !== '';
  return (
    <form onSubmit={submit}>
      <Textarea
        aria-label={note === undefined ? 'Add a note' : 'Edit the note'}
        placeholder="Add a note…"
        rows={isOpen ? 4 : 1}
        maxLength={maxLength}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened it is gone
        autoFocus={note !== undefined}
        value={text}
        readOnly={save.isPending}
        error={save.error === null ? undefined : <span role="alert">{errorMessage(save.error)}</span>}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      {isOpen ? (
        <Group gap="sm" mt="sm" justify="flex-end">
          <Text size="sm" c="dimmed" flex={1}>
            {text.length < countFrom ? 'Ctrl+Enter saves' : `${maxLength - text.length} characters left`}
          </Text>
          {onDone === undefined ? null : (
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {note === undefined ? 'Add note' : 'Save'}
          </Button>
        </Group>
      ) : null}
    </form>
  );
}
