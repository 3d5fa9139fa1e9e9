import type { Readable } from 'node:stream';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { OpenPart } from '../../../platform/files/blob-store.ts';
import { hashBytes } from '../../../platform/files/file-hash.ts';
import type { Actor } from '../../audit/audit.service.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { driveUnavailable, toStorageError } from '../storage-errors.ts';
import { storeFiles } from '../stored-files.service.ts';
import { takeLease, type Lease, type Wanted } from './upload-lease.service.ts';
import { receiveBytes } from './upload-receiver.service.ts';
import { writerKey } from './upload-writers.ts';
import { deleteUpload } from './uploads.store.ts';

const beatEveryMs = 5000;

/** The part, if there is one yet, and how many of its bytes are safe. */
type UploadPart = { open: OpenPart | undefined; received: number };

/** An upload that nobody else works on for now. */
export type HeldUpload = { lease: Lease; part: UploadPart; signal: AbortSignal };

/** Works on an upload exclusively, in this process and among all of them. Undefined if there is no such upload. */
export async function holdUpload<T>(
  ctx: Ctx,
  wanted: Wanted,
  work: (held: HeldUpload) => Promise<T>,
): Promise<T | undefined> {
  return ctx.state.files.writers.alone(writerKey(wanted), async (signal) => {
    const lease = await takeLease(ctx, wanted);
    if (!lease) return undefined;
    const heartbeat = setInterval(() => void lease.beat().catch(() => {}), beatEveryMs).unref();
    let part: UploadPart | undefined;
    try {
      part = await openPart(ctx, lease);
      return await work({ lease, part, signal });
    } catch (error) {
      throw toStorageError(error);
    } finally {
      clearInterval(heartbeat);
      await part?.open?.close();
      // If this fails, the lease expires soon.
      await lease.release().catch((err: unknown) => ctx.log.warn({ err }, 'The lease of an upload was not released'));
    }
  });
}

export async function receiveMore(ctx: Ctx, caller: Caller, held: HeldUpload, source: Readable): Promise<void> {
  const { lease, part, signal } = held;
  part.open ??= await createPart(ctx, lease.upload);
  part.received = await receiveBytes(ctx, caller, lease, {
    source,
    part: part.open,
    offset: part.received,
    signal,
  });
}

/** Makes a file of an upload that is complete; returns whether it was. */
export async function finishIfComplete(ctx: Ctx, actor: Actor, { lease, part }: HeldUpload): Promise<boolean> {
  const { id, size } = lease.upload;
  if (part.received < size) return false;
  part.open ??= await createPart(ctx, lease.upload);
  const hash = ctx.state.files.hashes.take(id, size)?.digest();
  await finishUpload(ctx, lease, actor, { part: part.open, hash });
  return true;
}

/** `hash` was computed while the bytes arrived, unless this process has not seen them all. */
async function finishUpload(
  ctx: Ctx,
  { upload, writer }: Lease,
  actor: Actor,
  { part, hash }: { part: OpenPart; hash: string | undefined },
): Promise<void> {
  const { id, name, size, visibility, userId } = upload;
  const content = await part.complete();
  if (content.bytes !== size) throw new Error(`An upload of ${size} bytes has ${content.bytes}`);
  // Reading it all again is not interrupted by other requests for this upload: they wait for the file.
  const digest = hash ?? (await hashBytes(content, ctx.state.files.writers.closing));
  const file = { id, name, size, visibility, uploaderId: userId, hash: digest };
  // From here on nothing writes to it.
  await part.close();
  await storeFiles(ctx, actor, [{ file, part: id }], async (ctx) => {
    if (!(await deleteUpload(ctx.db, { id, writer }))) throw new AppError('NOT_FOUND', 'This upload was cancelled.');
  });
}

type Planned = Pick<Lease['upload'], 'id' | 'size'>;

const createPart = (ctx: Ctx, { id, size }: Planned) => ctx.state.files.blobs.createPart(id, { as: id, size });

/** Opens the part to append to it. If bytes are missing, the upload continues from where the part ends. */
async function openPart(ctx: Ctx, { upload, isTakeover, renew }: Lease): Promise<UploadPart> {
  const { id, received } = upload;
  if (isTakeover) await ctx.state.files.blobs.replacePart(id);
  const found = await findPart(ctx, upload);
  const bytes = found?.bytes ?? 0;
  if (bytes < received) ctx.log.error({ id, received, found: bytes }, 'Bytes of an upload are gone');
  if (bytes !== received) await renew(bytes);
  return { open: found?.part, received: bytes };
}

/** A part is known to be gone only if its store is there: otherwise the drive is not mounted. */
async function findPart(
  ctx: Ctx,
  { id, size, received }: Lease['upload'],
): Promise<{ part: OpenPart; bytes: number } | undefined> {
  const { blobs } = ctx.state.files;
  const open = () => blobs.openPart(id, { as: id, size }, received);
  const found = await open();
  if (found) return found;
  if (!(await blobs.isAvailable())) throw driveUnavailable();
  // The drive may have come back just now.
  return open();
}
