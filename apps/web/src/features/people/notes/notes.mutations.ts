import type { PlayerFlag } from '@tribehall/contract';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { toastError, toastUndo } from '../../../components/notices/toast.tsx';
import { useUndoableChoice } from '../../../components/notices/use-undoable-choice.ts';
import { api } from '../../../lib/api/api.ts';
import { notesQuery, type Note } from './notes.queries.ts';

/** Adds a note, or replaces the text of one. */
export function useSaveNote(playerId: string, noteId: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      noteId === undefined
        ? api('POST /ark/players/{playerId}/notes', { params: { playerId }, body: { text } })
        : api('PUT /ark/players/{playerId}/notes/{noteId}', { params: { playerId, noteId }, body: { text } }),
    onSuccess: (note) => putNote(queryClient, playerId, note),
    onSettled: () => refetch(queryClient, playerId),
  });
}

/** Removes notes, each with an Undo. */
export function useRemoveNote(playerId: string) {
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: (noteId: string) =>
      api('POST /ark/players/{playerId}/notes/{noteId}/restore', { params: { playerId, noteId } }),
    onSuccess: (note) => putNote(queryClient, playerId, note),
    onError: toastError,
    onSettled: () => refetch(queryClient, playerId),
  });
  return useMutation({
    mutationFn: (noteId: string) =>
      api('DELETE /ark/players/{playerId}/notes/{noteId}', { params: { playerId, noteId } }),
    onSuccess: (_, noteId) => {
      changeNotes(queryClient, playerId, (notes) => notes.filter(({ id }) => id !== noteId));
      toastUndo('Note removed.', () => restore.mutate(noteId));
    },
    onError: toastError,
    onSettled: () => refetch(queryClient, playerId),
  });
}

/** In its place if it is known, else where its age puts it. */
function putNote(queryClient: QueryClient, playerId: string, note: Note): void {
  changeNotes(queryClient, playerId, (notes) =>
    [note, ...notes.filter(({ id }) => id !== note.id)].toSorted(
      (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
    ),
  );
}

function changeNotes(queryClient: QueryClient, playerId: string, change: (notes: Note[]) => Note[]): void {
  const { queryKey } = notesQuery(playerId);
  queryClient.setQueryData(queryKey, (known) => known && { ...known, notes: change(known.notes) });
}

async function refetch(queryClient: QueryClient, playerId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: notesQuery(playerId).queryKey });
}

/** The flags of players: what their buttons say, and what follows. */
export const flagTexts = {
  watch: {
    label: 'Watch',
    badge: 'watched',
    set: 'is watched now. Admins are notified when they join.',
    cleared: 'is no longer watched.',
  },
  trusted: { label: 'Trusted', badge: 'trusted', set: 'is marked as trusted.', cleared: 'is no longer trusted.' },
} as const satisfies Record<PlayerFlag, Record<'label' | 'badge' | 'set' | 'cleared', string>>;

type FlagChoice = { flag: PlayerFlag; isSet: boolean };

export function useChangeFlag(playerId: string, name: string) {
  const queryClient = useQueryClient();
  const { queryKey } = notesQuery(playerId);
  return useUndoableChoice<FlagChoice>({
    scope: `people.flags/${playerId}`,
    send: async ({ flag, isSet }) => {
      const body = { [flag]: isSet };
      const { flags } = await api('PUT /ark/players/{playerId}/flags', { params: { playerId }, body });
      queryClient.setQueryData(queryKey, (known) => known && { ...known, flags });
      return { flag, isSet: flags.some((known) => known.flag === flag) };
    },
    show: ({ flag, isSet }) =>
      queryClient.setQueryData(queryKey, (known) => {
        const others = known?.flags.filter((other) => other.flag !== flag) ?? [];
        if (known === undefined || isSet === others.length < known.flags.length) return known;
        const added = { flag, setBy: 'you', setAt: new Date().toISOString() };
        return { ...known, flags: isSet ? [...others, added] : others };
      }),
    refetch: () => refetch(queryClient, playerId),
    describe: ({ flag, isSet }) => `${name} ${flagTexts[flag][isSet ? 'set' : 'cleared']}`,
  });
}
