import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { heldUploads } from './upload-holds.ts';

export type UnfinishedUpload = ReplyInput<'GET /files/uploads'>[number];

export const unfinishedUploadsQuery = queryOptions({
  queryKey: ['files', 'uploads'],
  queryFn: ({ signal }) => readUnfinished(signal),
});

/** The user's own that have begun and wait to go on, newest first. */
export async function readUnfinished(signal?: AbortSignal): Promise<UnfinishedUpload[]> {
  const [uploads, held] = await Promise.all([api('GET /files/uploads', signal && { signal }), heldUploads()]);
  return uploads.filter(({ uploadId }) => !held.has(uploadId));
}
