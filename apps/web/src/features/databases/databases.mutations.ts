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
  type DatabaseTarget,
  type DatabaseVersion,
} from './databases.queries.ts';

/** `version` is that of the edited text; a save over any other version is refused. */
type Save = { text: string; version: string };

/** Saves the exact text and offers an undo. */
export function useSaveDatabase(target: DatabaseTarget) {
  const queryClient = useQueryClient();
  const { queryKey } = textQuery(target);
  return useMutation({
    mutationFn: ({ text, version }: Save) =>
      api('POST /databases/{file}', {
        params: { file: target.file },
        body: { text, version, ...(target.guildId !== undefined && { guildId: target.guildId }) },
        timeoutMs: longTimeoutMs,
      }),
    onSuccess: ({ version }, { text }) => {
      putLive(queryClient, queryKey, { text, version, problem: null });
      void offerUndo(queryClient, target, version);
      invalidate(queryClient, target.file, queryKey);
    },
  });
}

/** Restores the whole file, unless it has changed since. */
export function useRestoreVersion(file: string) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: (step: UndoStep) => restore(queryClient, file, step) });
}

async function restore(queryClient: QueryClient, file: string, { versionId, version }: UndoStep): Promise<void> {
  try {
    const call = { params: { file, versionId }, body: { version }, timeoutMs: longTimeoutMs };
    await api('POST /databases/{file}/versions/{versionId}/restore', call);
    toastSuccess(`${quoted(file)} restored.`);
  } finally {
    invalidate(queryClient, file);
  }
}

async function offerUndo(queryClient: QueryClient, target: DatabaseTarget, version: string): Promise<void> {
  const message = `Saved ${quoted(target.file)}.`;
  const versions = await queryClient.fetchQuery({ ...versionsQuery(target.file), staleTime: 0 }).catch(() => []);
  const step = undoStep(versions, { target, version });
  if (step === undefined) toastSuccess(message);
  else toastUndo(message, () => void restore(queryClient, target.file, step).catch(toastError));
}

/** Everything but the text that was just saved. */
function invalidate(queryClient: QueryClient, file: string, known?: readonly unknown[]): void {
  const knownKey = JSON.stringify(known);
  void queryClient.invalidateQueries({ queryKey: databasesQuery.queryKey });
  void queryClient.invalidateQueries({
    queryKey: fileKey(file),
    predicate: ({ queryKey }) => JSON.stringify(queryKey) !== knownKey,
  });
}

type Saved = { target: DatabaseTarget; version: string };

/** The version to restore, and the one that must still be current. */
type UndoStep = { versionId: string; version: string };

/** How to undo a save; undefined if someone else has saved since or there was no earlier version. */
export function undoStep(versions: readonly DatabaseVersion[], { target, version }: Saved): UndoStep | undefined {
  const index = versions.findIndex(({ isCurrent }) => isCurrent);
  const own = versions[index];
  const before = versions[index + 1];
  if (own === undefined || before === undefined) return undefined;
  // The list has versions of the whole file, not of a guild's part.
  const isOwn =
    target.guildId === undefined ? own.version === version : own.kind === 'saved' && own.guildId === target.guildId;
  return isOwn ? { versionId: before.id, version: own.version } : undefined;
}
