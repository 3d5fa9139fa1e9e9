import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import type { Sending } from './upload-transfer.ts';

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

const lockPrefix = 'upload/';

/** Ids of uploads some tab of this browser is sending: no other tab may resume or discard them. */
async function lockedUploads(): Promise<Set<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(lockPrefix));
  return new Set(names.map((name) => name.slice(lockPrefix.length)));
}

/** Holds a shared Web Lock on the upload during the attempt. */
export async function sendLocked(sending: Sending, send: (sending: Sending) => Promise<string>): Promise<string> {
  const releases: (() => void)[] = [];
  const lock = (uploadId: string) => {
    const released = new Promise<void>((resolve) => releases.push(resolve));
    void locks()?.request(`${lockPrefix}${uploadId}`, { mode: 'shared' }, () => released);
  };
  if (sending.uploadId !== undefined) lock(sending.uploadId);
  const onCreated = (uploadId: string) => {
    if (uploadId !== sending.uploadId) lock(uploadId);
    sending.onCreated(uploadId);
  };
  try {
    return await send({ ...sending, onCreated });
  } finally {
    for (const release of releases) release();
  }
}

/** Browsers have no Web Locks without https. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}
