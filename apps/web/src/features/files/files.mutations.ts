import type { Visibility } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastUndo } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { downloadFile } from '../../lib/browser/download.ts';
import { eachFile, failureOf } from './each-file.ts';
import { describeFiles } from './file-names.ts';
import { addFiles, changeKey, putFiles, refreshAfterChange, takeFiles } from './files-cache.ts';
import type { ListedFile } from './files.queries.ts';
import { ownAddress } from './own-address.ts';

/** Hands the file to the browser's downloads, by an address that is new each time. */
export function useSaveFile() {
  return useMutation({
    mutationFn: async ({ fileId }: Pick<ListedFile, 'fileId'>) =>
      downloadFile(ownAddress(await api('POST /files/{id}/download', { params: { id: fileId } }))),
  });
}

type VisibilityChange = { files: readonly ListedFile[]; visibility: Visibility };

/** Shows at once, and goes back for the files that the portal refuses. */
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
      if (outcome.failed.length > 0) toastError(failureOf(outcome, 'changed'));
    },
    onSettled: () => refreshAfterChange(queryClient),
  });
}

/** Deletes at once, with a way back. `onUndone` hears of files that are there again. */
export function useDeleteFiles(onUndone?: (files: ListedFile[]) => void) {
  const queryClient = useQueryClient();
  const restore = useRestoreFiles(onUndone);
  return useMutation({
    mutationKey: changeKey,
    mutationFn: (files: readonly ListedFile[]) =>
      eachFile(files, ({ fileId }) => api('DELETE /files/{id}', { params: { id: fileId } })),
    onMutate: (files) => takeFiles(queryClient, files),
    onSuccess: (outcome) => {
      const { done, failed } = outcome;
      addFiles(queryClient, failed);
      if (failed.length > 0) toastError(failureOf(outcome, 'deleted'));
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
      if (failed.length > 0) toastError(failureOf(outcome, 'brought back'));
      if (done.length > 0) onUndone?.(done);
    },
    onSettled: () => refreshAfterChange(queryClient),
  });
}
