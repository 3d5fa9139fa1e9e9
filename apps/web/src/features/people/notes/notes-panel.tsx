import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import classes from './notes.module.css';
import { useRemoveNote } from './notes.mutations.ts';
import { notesQuery, type Note } from './notes.queries.ts';

const firstCount = 5;

/** What Admins have written about a player. */
export function NotesPanel({ playerId }: { playerId: string }) {
  const query = useQuery(notesQuery(playerId));
  return (
    <Panel title="Notes">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Only Admins see notes.
        </Text>
        <QueryRegion query={query} skeletonHeight={80}>
          {({ notes }) => <NoteList playerId={playerId} notes={notes} />}
        </QueryRegion>
        <NoteForm playerId={playerId} />
      </Stack>
    </Panel>
  );
}

function NoteList({ playerId, notes }: { playerId: string; notes: readonly Note[] }) {
  const [editing, setEditing] = useState<Note>();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useRemoveNote(playerId);
  // What is being written stays, also if another Admin removes the note meanwhile.
  const isGone = editing !== undefined && !notes.some(({ id }) => id === editing.id);
  const all = isGone ? [editing, ...notes] : notes;
  const shown = isOpen ? all : all.slice(0, firstCount);
  if (all.length === 0) return null;
  return (
    <>
      <ul className={classes.list}>
        {shown.map((note) => (
          <li key={note.id} className={classes.note}>
            {editing?.id === note.id ? (
              <NoteForm playerId={playerId} note={note} onDone={() => setEditing(undefined)} />
            ) : (
              <NoteItem note={note} onEdit={() => setEditing(note)} onRemove={() => remove.mutate(note.id)} />
            )}
          </li>
        ))}
      </ul>
      {shown.length === all.length ? null : (
        <div>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Show all {all.length} notes
          </Button>
        </div>
      )}
    </>
  );
}
