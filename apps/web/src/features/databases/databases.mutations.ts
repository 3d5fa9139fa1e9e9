import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { putLive } from '../../lib/live/live-cache.ts';
import { quoted } from '../../lib/text/visible-text.ts';
import {
  databasesQuery,
  fileKey,
  longTimeoutMs,
  textQuery,
  versionsQuery,
  type DatabasePlace,
} from './databases.queries.ts';
import { undoStep, type UndoStep } from './undo-step.ts';

/** `version` is that of the text which the change was made to: over another one nothing is written. */
type Save = { text: string; version: string };

/** Saves the text letter for letter, and offers the way back. */
export function useSaveDatabase(place: DatabasePlace) {
  const queryClient = useQueryClient();
  const { queryKey } = textQuery(place);
  return useMutation({
    mutationFn: ({ text, version }: Save) =>
      api('POST /databases/{file}', {
        params: { file: place.file },
        body: { text, version, ...(place.guildId !== undefined && { guildId: place.guildId }) },
        timeoutMs: longTimeoutMs,
      }),
    onSuccess: ({ version }, { text }) => {
      putLive(queryClient, queryKey, { text, version, problem: null });
      void offerUndo(queryClient, place, version);
      readAnew(queryClient, place.file, queryKey);
    },
  });
}

/** Puts the whole file back to a version, unless it is another one by now than was seen. */
export function useRestoreVersion(file: string) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: (step: UndoStep) => restore(queryClient, file, step) });
}

async function restore(queryClient: QueryClient, file: string, { versionId, version }: UndoStep): Promise<void> {
  try {
    const call = { params: { file, versionId }, body: { version }, timeoutMs: longTimeoutMs };
    await api('POST /databases/{file}/versions/{versionId}/restore', call);
    toastSuccess(`${quoted(file)} is as it was.`);
  } finally {
    readAnew(queryClient, file);
  }
}

async function offerUndo(queryClient: QueryClient, place: DatabasePlace, version: string): Promise<void> {
  const message = `Saved ${quoted(place.file)}.`;
  const versions = await queryClient.fetchQuery({ ...versionsQuery(place.file), staleTime: 0 }).catch(() => []);
  const step = undoStep(versions, { place, version });
  if (step === undefined) toastSuccess(message);
  else toastUndo(message, () => void restore(queryClient, place.file, step).catch(toastError));
}

/** All but the text that was just saved, which is known. */
function readAnew(queryClient: QueryClient, file: string, known?: readonly unknown[]): void {
  const knownKey = JSON.stringify(known);
  void queryClient.invalidateQueries({ queryKey: databasesQuery.queryKey });
  void queryClient.invalidateQueries({
    queryKey: fileKey(file),
    predicate: ({ queryKey }) => JSON.stringify(queryKey) !== knownKey,
  });
}
