import type { Readable } from 'node:stream';
import type { Ctx } from '../../context.ts';
import type { Actor } from '../audit/audit.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { filesShelf } from './files-shelf.ts';
import { toStorageError } from './storage-errors.ts';
import { finishUpload } from './upload-finish.service.ts';
import { uploadHashes } from './upload-hashes.ts';
import { takeLease, type Lease, type Wanted } from './upload-lease.service.ts';
import { openUploadPart, type UploadPart } from './upload-part.ts';
import { receiveBytes } from './upload-receiver.service.ts';
import { uploadWriters, writerKey } from './upload-writers.ts';

const beatEveryMs = 5000;

/** An upload that nobody else works on for now. */
export type HeldUpload = { lease: Lease; part: UploadPart; signal: AbortSignal };

/** Works on an upload alone, in this process and among all of them. Undefined where there is no such upload. */
export async function holdUpload<T>(
  ctx: Ctx,
  wanted: Wanted,
  work: (held: HeldUpload) => Promise<T>,
): Promise<T | undefined> {
  return uploadWriters(ctx).alone(writerKey(wanted), async (signal) => {
    const lease = await takeLease(ctx, wanted);
    if (!lease) return undefined;
    const heart = setInterval(() => void lease.beat().catch(() => {}), beatEveryMs).unref();
    let part: UploadPart | undefined;
    try {
      part = await openPart(ctx, lease);
      return await work({ lease, part, signal });
    } catch (error) {
      throw toStorageError(error);
    } finally {
      clearInterval(heart);
      await part?.handle?.close();
      // Where this fails, nobody else has to wait for long.
      await lease.release().catch((err: unknown) => ctx.log.warn({ err }, 'An upload could not be given back'));
    }
  });
}

export async function receiveMore(ctx: Ctx, caller: Caller, held: HeldUpload, source: Readable): Promise<void> {
  const { lease, part, signal } = held;
  part.handle ??= await filesShelf(ctx).createPart(lease.upload.id);
  part.received = await receiveBytes(ctx, caller, lease, {
    source,
    handle: part.handle,
    offset: part.received,
    signal,
  });
}

/** Makes a file of it where every byte is here, and says whether it did. */
export async function finishIfWhole(ctx: Ctx, actor: Actor, { lease, part }: HeldUpload): Promise<boolean> {
  const { id, size } = lease.upload;
  if (part.received < size) return false;
  part.handle ??= await filesShelf(ctx).createPart(id);
  const hash = uploadHashes(ctx).take(id, size)?.digest();
  await finishUpload(ctx, lease, actor, { handle: part.handle, hash });
  return true;
}

async function openPart(ctx: Ctx, { upload, isFromSilent, renew }: Lease): Promise<UploadPart> {
  const shelf = filesShelf(ctx);
  if (isFromSilent) await shelf.replacePart(upload.id);
  const part = await openUploadPart(shelf, upload);
  if (part.received < upload.received) {
    const { id, received } = upload;
    ctx.log.error({ id, received, found: part.received }, 'Bytes of an upload are gone');
    await renew(part.received);
  }
  return part;
}
