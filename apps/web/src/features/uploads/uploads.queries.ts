import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { lockedUploads } from './upload-locks.ts';

export type UnfinishedUpload = ReplyInput<'GET /files/uploads'>[number];

export const unfinishedUploadsQuery = queryOptions({
  queryKey: ['files', 'uploads'],
  queryFn: ({ signal }) => readUnfinished(signal),
});

/** The user's interrupted uploads, newest first. */
export async function readUnfinished(signal?: AbortSignal): Promise<UnfinishedUpload[]> {
  const [uploads, locked] = await Promise.all([api('GET /files/uploads', signal && { signal }), lockedUploads()]);
  return uploads.filter(({ uploadId }) => !locked.has(uploadId));
}
