import type { Readable } from 'node:stream';
import type { Ctx } from '../../../context.ts';
import type { OpenPart } from '../../../platform/files/blob-store.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { watchCaller } from '../watch-caller.ts';
import { requireFree } from '../quota.service.ts';
import { receiveErrors, toStorageError } from '../storage-errors.ts';
import { createFlushes } from './upload-flushes.ts';
import type { Lease } from './upload-lease.service.ts';

type Incoming = { source: Readable; part: OpenPart; offset: number; signal: AbortSignal };

const flushEveryBytes = 64 * 1024 * 1024;

/** Receives the next bytes of an upload. However it ends: what is acknowledged is flushed and stored in the row. */
export async function receiveBytes(
  ctx: Ctx,
  caller: Caller,
  lease: Lease,
  { source, part, offset, signal }: Incoming,
): Promise<number> {
  const { id, size } = lease.upload;
  const { blobs, hashes, receiveInto } = ctx.state.files;
  const hash = hashes.take(id, offset);
  const flushes = createFlushes(part, offset, async (safe) => {
    // The name of a new part has to be flushed, too.
    if (offset === 0) await blobs.syncParts();
    await lease.renew(safe);
  });
  const failure = new AbortController();
  const fail = (error: unknown) => failure.abort(error);
  const stop = AbortSignal.any([signal, failure.signal]);
  const unwatch = watchCaller(ctx, caller, fail, async () => {
    await flushes.run();
    await requireFree(ctx, 0);
  });
  const { bytes, ended, error } = await receiveInto({
    source,
    part,
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
  // It is unknown which bytes a client that sends more than announced means.
  if (ended === 'more') {
    await flushes.ended();
    throw receiveErrors.more();
  }
  flushes.written = offset + bytes;
  await flushes.run({ all: true });
  if (ended === 'failed') throw toStorageError(error);
  if (hash) hashes.put(id, offset + bytes, hash);
  stop.throwIfAborted();
  if (ended === 'cut' || ended === 'stalled') throw receiveErrors[ended]();
  return flushes.safe;
}
