import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, apiStatus } from '../../lib/api/api-error.ts';
import { api, apiBlob } from '../../lib/api/api.ts';
import { ownAddress } from './own-address.ts';

export type ListedFile = ReplyInput<'GET /files'>[number];
export type FileDetails = ReplyInput<'GET /files/{id}'>;

/** All that the viewer may open, newest first. */
export const filesQuery = queryOptions({
  queryKey: ['files', 'list'],
  queryFn: ({ signal }) => api('GET /files', { signal }),
});

export const usageQuery = queryOptions({
  queryKey: ['files', 'usage'],
  queryFn: ({ signal }) => api('GET /files/usage', { signal }),
});

export function detailsQuery(fileId: string) {
  return queryOptions({
    queryKey: ['files', 'details', fileId],
    queryFn: async ({ signal }) => {
      const details = await api('GET /files/{id}', { params: { id: fileId }, signal });
      // The portal knows some words in the place of an id, and answers something else to them.
      if (details.fileId === fileId) return details;
      throw new ApiError({ status: apiStatus.notFound, code: 'NOT_FOUND', message: 'There is no such file.' });
    },
  });
}

/** The address an element shows the file from. It stays until it fails: a new one would start a video again. */
export function viewQuery(fileId: string) {
  return queryOptions({
    queryKey: ['files', 'view', fileId],
    queryFn: async ({ signal }) => ownAddress(await api('POST /files/{id}/view', { params: { id: fileId }, signal })),
    staleTime: Infinity,
  });
}

/** What is in a file does not change as long as it has its id. */
export function textQuery(fileId: string) {
  return queryOptions({
    queryKey: ['files', 'text', fileId],
    queryFn: async ({ signal }) => (await apiBlob('GET /files/{id}/raw', { params: { id: fileId }, signal })).text(),
    staleTime: Infinity,
  });
}
