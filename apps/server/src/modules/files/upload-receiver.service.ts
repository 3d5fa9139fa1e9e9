import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Ctx } from '../../context.ts';
import { receiveInto } from '../../platform/files/file-writer.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { watchCaller } from './caller-watch.ts';
import { filesShelf } from './files-shelf.ts';
import { requireFree } from './room.service.ts';
import { toStorageError } from './storage-errors.ts';
import { createFlushes } from './upload-flushes.ts';
import { uploadHashes } from './upload-hashes.ts';
import type { Lease } from './upload-lease.service.ts';
import { refusals } from './upload-refusals.ts';

type Incoming = { source: Readable; handle: FileHandle; offset: number; signal: AbortSignal };

const flushEveryBytes = 64 * 1024 * 1024;

/** Takes the next bytes of an upload. However it ends: what is acknowledged is flushed, and in the row. */
export async function receiveBytes(
  ctx: Ctx,
  caller: Caller,
  lease: Lease,
  { source, handle, offset, signal }: Incoming,
): Promise<number> {
  const { id, size } = lease.upload;
  const hash = uploadHashes(ctx).take(id, offset);
  const flushes = createFlushes(handle, offset, async (safe) => {
    // A part that is new has a name that is new.
    if (offset === 0) await filesShelf(ctx).syncParts();
    await lease.renew(safe);
  });
  const trouble = new AbortController();
  const fail = (error: unknown) => trouble.abort(error);
  const stop = AbortSignal.any([signal, trouble.signal]);
  const unwatch = watchCaller(ctx, caller, fail, async () => {
    await flushes.run();
    await requireFree(ctx, 0);
  });
  const { bytes, ended, error } = await receiveInto({
    source,
    handle,
    position: offset,
    limit: size - offset,
    hash,
    signal: stop,
    onWritten: (bytes) => {
      flushes.written = offset + bytes;
      if (flushes.written - flushes.safe >= flushEveryBytes && !flushes.isRunning) flushes.run().catch(fail);
    },
  });
  unwatch();
  // Of a sender of more than was promised nobody knows what was meant.
  if (ended === 'more') {
    await flushes.ended();
    throw refusals.more();
  }
  flushes.written = offset + bytes;
  await flushes.run();
  if (ended === 'failed') throw toStorageError(error);
  if (hash) uploadHashes(ctx).put(id, offset + bytes, hash);
  stop.throwIfAborted();
  if (ended === 'cut' || ended === 'stalled') throw refusals[ended]();
  return flushes.safe;
}
