import type { QueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { detailsQuery, filesQuery, usageQuery, type FileDetails, type ListedFile } from './files.queries.ts';

/** The mutation key of every change to files. */
export const changeKey = ['files', 'change'];

/** Skipped while a change is pending, whose optimistic state it would overwrite: the change refreshes at its end. */
export async function refreshFiles(queryClient: QueryClient): Promise<void> {
  if (queryClient.isMutating({ mutationKey: changeKey }) === 0) await invalidate(queryClient);
}

/** At the end of a change, which itself still counts as pending. */
export function refreshAfterChange(queryClient: QueryClient): void {
  if (queryClient.isMutating({ mutationKey: changeKey }) === 1) void invalidate(queryClient);
}

async function invalidate(queryClient: QueryClient): Promise<void> {
  const keys = [filesQuery.queryKey, usageQuery.queryKey, ['files', 'details']];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Replaces files that are already listed. */
export function putFiles(queryClient: QueryClient, files: readonly ListedFile[]): void {
  const byId = new Map(files.map((file) => [file.fileId, file]));
  changeList(queryClient, (list) => list.map((file) => byId.get(file.fileId) ?? file));
  for (const file of files) changeDetails(queryClient, file.fileId, (details) => ({ ...details, ...file }));
}

/** Files that are already listed stay as they are. */
export function addFiles(queryClient: QueryClient, files: readonly ListedFile[]): void {
  changeList(queryClient, (list) => {
    const known = new Set(list.map(({ fileId }) => fileId));
    return [...files.filter(({ fileId }) => !known.has(fileId)), ...list];
  });
}

export function removeFiles(queryClient: QueryClient, files: readonly ListedFile[]): void {
  const removed = new Set(files.map(({ fileId }) => fileId));
  changeList(queryClient, (list) => list.filter(({ fileId }) => !removed.has(fileId)));
}

function changeList(queryClient: QueryClient, change: (list: ListedFile[]) => ListedFile[]): void {
  const list = queryClient.getQueryData(filesQuery.queryKey);
  if (list !== undefined) putLive(queryClient, filesQuery.queryKey, change(list));
}

function changeDetails(queryClient: QueryClient, fileId: string, change: (details: FileDetails) => FileDetails): void {
  const { queryKey } = detailsQuery(fileId);
  const details = queryClient.getQueryData(queryKey);
  if (details !== undefined) putLive(queryClient, queryKey, change(details));
}
