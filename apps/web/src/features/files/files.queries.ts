import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, apiStatus } from '../../lib/api/api-error.ts';
import { api, apiBlob } from '../../lib/api/api.ts';
import { isOwnFile } from '../../lib/browser/download.ts';

export type ListedFile = ReplyInput<'GET /files'>[number];
export type FileDetails = ReplyInput<'GET /files/{id}'>;

/** All files the viewer may open, newest first. */
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
      // Some words instead of an id are other routes, whose replies are not files.
      if (details.fileId === fileId) return details;
      throw new ApiError({ status: apiStatus.notFound, code: 'NOT_FOUND', message: 'There is no such file.' });
    },
  });
}

/** A signed URL for an element's `src`. It is reused until it fails: a new one would restart a video. */
export function viewQuery(fileId: string) {
  return queryOptions({
    queryKey: ['files', 'view', fileId],
    queryFn: async ({ signal }) => ownUrl(await api('POST /files/{id}/view', { params: { id: fileId }, signal })),
    staleTime: Infinity,
  });
}

/** The content behind a file id never changes. */
export function textQuery(fileId: string) {
  return queryOptions({
    queryKey: ['files', 'text', fileId],
    queryFn: async ({ signal }) => (await apiBlob('GET /files/{id}/raw', { params: { id: fileId }, signal })).text(),
    staleTime: Infinity,
  });
}

/** Only URLs of the portal's own API are followed. */
export function ownUrl({ url }: { url: string }): string {
  if (isOwnFile(url)) return url;
  throw new ApiError({ status: apiStatus.internal, message: 'The portal returned a link to another site.' });
}
