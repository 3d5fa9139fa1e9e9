import type { PartInput } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastUndo } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { putLive } from '../../lib/live/live-cache.ts';
import { quoted } from '../../lib/text/visible-text.ts';
import { queueQuery, type CurrentSong, type MusicQueue, type QueueEntry } from './music.queries.ts';
import { withChange, withMoved, withoutEntry } from './queue.ts';

type Change = PartInput<'PUT /skibapbot/music/queue', 'body'>;

const mutationKey = ['music', 'queue'];
const { queryKey } = queueQuery;

type Step<Variables> = {
  call: (variables: Variables) => Promise<MusicQueue>;
  /** The expected queue; without it the change shows when the portal replies. */
  foresee?: (queue: MusicQueue, variables: Variables) => MusicQueue;
  onDone?: (variables: Variables) => void;
};

/** Optimistic: reverted when the portal refuses. */
function useQueueStep<Variables>({ call, foresee, onDone }: Step<Variables>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    // One at a time: every reply is the whole queue.
    scope: { id: mutationKey.join('.') },
    mutationFn: call,
    onMutate: (variables) => {
      const queue = queryClient.getQueryData(queryKey);
      if (queue !== undefined && foresee !== undefined) putLive(queryClient, queryKey, foresee(queue, variables));
    },
    onSuccess: (queue, variables) => {
      // A reply does not include changes made after its request.
      if (queryClient.isMutating({ mutationKey }) === 1) putLive(queryClient, queryKey, queue);
      onDone?.(variables);
    },
    onError: (error) => {
      toastError(error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}

export function useQueueActions() {
  const restore = useQueueStep<string[]>({
    call: (entryIds) => api('POST /skibapbot/music/queue/restore', { body: { entryIds } }),
  });
  const change = useQueueStep<Change>({
    call: (body) => api('PUT /skibapbot/music/queue', { body }),
    foresee: (queue, body) => withChange(queue, body, Date.now()),
  });
  const skip = useQueueStep<CurrentSong>({
    call: ({ id: entryId }) => api('POST /skibapbot/music/queue/skip', { body: { entryId } }),
  });
  const { mutate: moveBack } = useMove();
  const move = useMove<UndoableMove>(({ entry, isUndoable, next }) => {
    if (isUndoable) toastUndo(`Moved ${quoted(entry.title)}.`, () => moveBack({ entry, before: next }));
  });
  const remove = useQueueStep<Pick<QueueEntry, 'id' | 'title'>>({
    call: ({ id: entryId }) => api('DELETE /skibapbot/music/queue/{entryId}', { params: { entryId } }),
    foresee: (queue, { id }) => withoutEntry(queue, id),
    onDone: ({ id, title }) => toastUndo(`Removed ${quoted(title)}.`, () => restore.mutate([id])),
  });
  const clear = useClearQueue((entryIds) => restore.mutate(entryIds));
  return { change, skip, move, remove, clear };
}

type Move = {
  entry: Pick<QueueEntry, 'id' | 'title'>;
  /** The song to put it before; null: at the end. */
  before: string | null;
};
type UndoableMove = Move & {
  isUndoable: boolean;
  /** The song that came after it. */
  next: string | null;
};

function useMove<Variables extends Move>(onDone?: (move: Variables) => void) {
  return useQueueStep<Variables>({
    call: ({ entry: { id: entryId }, before }) =>
      api('POST /skibapbot/music/queue/{entryId}/move', { params: { entryId }, body: { before } }),
    foresee: (queue, { entry, before }) => withMoved(queue, entry.id, before),
    ...(onDone && { onDone }),
  });
}

function useClearQueue(onUndo: (entryIds: string[]) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: () => api('DELETE /skibapbot/music/queue'),
    onMutate: () => {
      const queue = queryClient.getQueryData(queryKey);
      if (queue !== undefined) putLive(queryClient, queryKey, { ...queue, entries: [] });
    },
    onSuccess: ({ entryIds }) => {
      if (entryIds.length === 0) return;
      const count = entryIds.length === 1 ? '1 song' : `${entryIds.length} songs`;
      toastUndo(`Removed ${count}.`, () => onUndo(entryIds));
    },
    onError: (error) => {
      toastError(error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Removes the entry that was just sent. */
export function useTakeBack() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entryId: string) => api('DELETE /skibapbot/music/queue/{entryId}', { params: { entryId } }),
    onSuccess: (queue) => putLive(queryClient, queryKey, queue),
    onError: toastError,
  });
}
