import type { QueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { detailsQuery, filesQuery, usageQuery, type FileDetails, type ListedFile } from './files.queries.ts';

/** Marks changes of files that are not answered yet. */
export const changeKey = ['files', 'change'];

/** Not while a change is on its way: the answer would show what was before. The change asks again when it is done. */
export async function refreshFiles(queryClient: QueryClient): Promise<void> {
  if (queryClient.isMutating({ mutationKey: changeKey }) === 0) await readAnew(queryClient);
}

/** At the end of a change, which itself still counts as under way. */
export function refreshAfterChange(queryClient: QueryClient): void {
  if (queryClient.isMutating({ mutationKey: changeKey }) === 1) void readAnew(queryClient);
}

async function readAnew(queryClient: QueryClient): Promise<void> {
  const keys = [filesQuery.queryKey, usageQuery.queryKey, ['files', 'details']];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** The same files, as they will be. */
export function putFiles(queryClient: QueryClient, files: readonly ListedFile[]): void {
  const byId = new Map(files.map((file) => [file.fileId, file]));
  changeList(queryClient, (list) => list.map((file) => byId.get(file.fileId) ?? file));
  for (const file of files) changeDetails(queryClient, file.fileId, (details) => ({ ...details, ...file }));
}

/** What is listed already stays as it is. */
export function addFiles(queryClient: QueryClient, files: readonly ListedFile[]): void {
  changeList(queryClient, (list) => {
    const known = new Set(list.map(({ fileId }) => fileId));
    return [...files.filter(({ fileId }) => !known.has(fileId)), ...list];
  });
}

export function takeFiles(queryClient: QueryClient, files: readonly ListedFile[]): void {
  const gone = new Set(files.map(({ fileId }) => fileId));
  changeList(queryClient, (list) => list.filter(({ fileId }) => !gone.has(fileId)));
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
