import type { Visibility } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastUndo } from '../../components/notices/toast.tsx';
import { errorMessage } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { isRefusal } from '../../lib/api/back-off.ts';
import { downloadFile } from '../../lib/browser/download.ts';
import { quoted } from '../../lib/text/visible-text.ts';
import { addFiles, changeKey, putFiles, refreshAfterChange, removeFiles } from './files-cache.ts';
import { ownUrl, type ListedFile } from './files.queries.ts';

/** Starts a browser download from a freshly signed URL. */
export function useDownloadFile() {
  return useMutation({
    mutationFn: async ({ fileId }: Pick<ListedFile, 'fileId'>) =>
      downloadFile(ownUrl(await api('POST /files/{id}/download', { params: { id: fileId } }))),
  });
}

type VisibilityChange = { files: readonly ListedFile[]; visibility: Visibility };

/** Optimistic: rolls back the files that the portal refuses. */
export function useChangeVisibility() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: changeKey,
    mutationFn: ({ files, visibility }: VisibilityChange) =>
      eachFile(files, ({ fileId }) => api('PUT /files/{id}', { params: { id: fileId }, body: { visibility } })),
    onMutate: ({ files, visibility }) =>
      putFiles(
        queryClient,
        files.map((file) => ({ ...file, visibility })),
      ),
    onSuccess: (outcome) => {
      putFiles(queryClient, outcome.failed);
      if (outcome.failed.length > 0) toastError(failureOf(outcome, 'change'));
    },
    onSettled: () => refreshAfterChange(queryClient),
  });
}

/** Optimistic, with an undo toast. `onUndone` receives the restored files. */
export function useDeleteFiles(onUndone?: (files: ListedFile[]) => void) {
  const queryClient = useQueryClient();
  const restore = useRestoreFiles(onUndone);
  return useMutation({
    mutationKey: changeKey,
    mutationFn: (files: readonly ListedFile[]) =>
      eachFile(files, ({ fileId }) => api('DELETE /files/{id}', { params: { id: fileId } })),
    onMutate: (files) => removeFiles(queryClient, files),
    onSuccess: (outcome) => {
      const { done, failed } = outcome;
      addFiles(queryClient, failed);
      if (failed.length > 0) toastError(failureOf(outcome, 'delete'));
      if (done.length > 0) toastUndo(`Deleted ${describeFiles(done)}.`, () => restore.mutate(done));
    },
    onSettled: () => refreshAfterChange(queryClient),
  });
}

function useRestoreFiles(onUndone?: (files: ListedFile[]) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: changeKey,
    mutationFn: (files: readonly ListedFile[]) =>
      eachFile(files, ({ fileId }) => api('POST /files/{id}/restore', { params: { id: fileId } })),
    onSuccess: (outcome) => {
      const { done, failed } = outcome;
      addFiles(queryClient, done);
      if (failed.length > 0) toastError(failureOf(outcome, 'restore'));
      if (done.length > 0) onUndone?.(done);
    },
    onSettled: () => refreshAfterChange(queryClient),
  });
}

type Outcome = { done: ListedFile[]; failed: ListedFile[]; error: unknown };

/**
 * Calls the portal for each file, one after the other. A refused file does not stop the others; a portal that is
 * unreachable or rate-limits us does.
 */
async function eachFile(files: readonly ListedFile[], call: (file: ListedFile) => Promise<unknown>): Promise<Outcome> {
  const done: ListedFile[] = [];
  let error: unknown;
  for (const file of files) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await call(file);
      done.push(file);
    } catch (failure) {
      error ??= failure;
      if (!isRefusal(failure)) break;
    }
  }
  return { done, failed: files.filter((file) => !done.includes(file)), error };
}

/** For a single file the portal's own message is enough. */
function failureOf({ done, failed, error }: Outcome, verb: 'change' | 'delete' | 'restore'): unknown {
  if (done.length + failed.length === 1) return error;
  return new Error(`Couldn't ${verb} ${describeFiles(failed)}: ${errorMessage(error)}`, { cause: error });
}

function describeFiles(files: readonly Pick<ListedFile, 'fileName'>[]): string {
  const [first] = files;
  return files.length === 1 && first !== undefined ? quoted(first.fileName) : `${files.length} files`;
}
