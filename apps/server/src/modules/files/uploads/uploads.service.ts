import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { refuseTooLarge, reserveSpace } from '../quota.service.ts';
import { tooLarge } from '../storage-errors.ts';
import { finishIfComplete, holdUpload, receiveMore, type HeldUpload } from './upload-hold.service.ts';
import { expiryOf } from './upload-lease.service.ts';
import type { UploadMetadata } from './upload-metadata.ts';
import { writerKey } from './upload-writers.ts';
import * as store from './uploads.store.ts';

/** Progress of an upload. One that is a file already does not expire. */
export type UploadState = { id: string; received: number; size: number; expiresAt?: Date };
type Begun = UploadMetadata & { size: number };
/** The next bytes: their offset, and their length if it is known. */
export type Sent = { offset: number; length: number | undefined; source: Readable };

const maxUploads = 1000;
const notFound = () => new AppError('NOT_FOUND', 'There is no such upload.');

export async function listUploads(ctx: Ctx, caller: Caller): Promise<ReplyOutput<'GET /files/uploads'>> {
  const rows = await store.listUploads(ctx.db, caller.userId, ctx.clock());
  return rows.map(({ id, name, userId: _, writer: __, writingAt: ___, ...row }) => ({
    ...row,
    uploadId: id,
    fileName: name,
  }));
}

/** Begins an upload. An empty one becomes a file at once. */
export async function beginUpload(ctx: Ctx, caller: Caller, begun: Begun): Promise<UploadState> {
  const state = await createUpload(ctx, caller, begun);
  return begun.size === 0 ? readUpload(ctx, caller, state.id) : state;
}

async function createUpload(ctx: Ctx, { userId }: Caller, begun: Begun): Promise<UploadState> {
  const { size } = begun;
  refuseTooLarge(ctx, size);
  const id = randomUUID();
  const startedAt = ctx.clock();
  const expiresAt = expiryOf(ctx, { startedAt, received: 0 });
  await reserveSpace(ctx, size, async (ctx) => {
    if ((await store.countUploads(ctx.db, userId)) >= maxUploads) throw tooManyUploads();
    await store.insertUpload(ctx.db, { ...begun, id, userId, received: 0, startedAt, expiresAt });
  });
  return { id, received: 0, size, expiresAt };
}

/** Begins an upload whose first bytes are in the same request. The client gets its id only if they arrive. */
export async function beginUploadWith(
  ctx: Ctx,
  caller: Caller,
  begun: Begun,
  sent: Omit<Sent, 'offset'>,
): Promise<UploadState> {
  if ((sent.length ?? 0) > begun.size) throw tooLarge();
  const { id } = await createUpload(ctx, caller, begun);
  try {
    return await appendToUpload(ctx, caller, id, { ...sent, offset: 0 });
  } catch (error) {
    // A client that lost its connection finds it among the unfinished uploads; one that was refused starts over.
    if (!sent.source.readableAborted) await removeUpload(ctx, caller, id).catch(() => {});
    throw error;
  }
}

/** How many bytes are safe. Stops a request that still sends: the client wants to continue from here. */
export async function readUpload(ctx: Ctx, caller: Caller, id: string): Promise<UploadState> {
  const state = await holdUpload(ctx, { id, userId: caller.userId }, (held) => finishOrReport(ctx, caller, held));
  return state ?? findFinished(ctx, caller, id);
}

/** Appends the next bytes; the last one makes it a file. */
export async function appendToUpload(ctx: Ctx, caller: Caller, id: string, sent: Sent): Promise<UploadState> {
  const state = await holdUpload(ctx, { id, userId: caller.userId }, async (held) => {
    requireOffset(sent, { received: held.part.received, size: held.lease.upload.size });
    if (sent.length !== 0) await receiveMore(ctx, caller, held, sent.source);
    return finishOrReport(ctx, caller, held);
  });
  if (state) return state;
  const finished = await findFinished(ctx, caller, id);
  requireOffset(sent, finished);
  return finished;
}

/** Cancels an upload. */
export async function removeUpload(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  const isGone = await holdUpload(ctx, { id, userId: caller.userId }, (held) => discard(ctx, held));
  if (!isGone) throw notFound();
}

/** Makes a file of a complete upload and removes an expired one, unless a request is working on it. */
export async function finishOrExpireUpload(ctx: Ctx, { id, userId }: { id: string; userId: string }): Promise<void> {
  if (ctx.state.files.writers.has(writerKey({ id, userId }))) return;
  await holdUpload(ctx, { id, userId, isMaintenance: true }, async (held) => {
    const { username, expiresAt } = held.lease.upload;
    const isFinished = await finishIfComplete(ctx, { userId, username, address: 'portal' }, held);
    if (!isFinished && expiresAt <= ctx.clock()) await discard(ctx, held);
  });
}

async function finishOrReport(ctx: Ctx, caller: Caller, held: HeldUpload): Promise<UploadState> {
  const { id, size, startedAt } = held.lease.upload;
  if (await finishIfComplete(ctx, caller, held)) return { id, received: size, size };
  const { received } = held.part;
  return { id, received, size, expiresAt: expiryOf(ctx, { startedAt, received }) };
}

/** The bytes first: an upload without bytes starts over, a part without an upload would be orphaned. */
async function discard(ctx: Ctx, { lease, part }: HeldUpload): Promise<true> {
  await part.open?.close();
  await ctx.state.files.blobs.removePart(lease.upload.id);
  await store.deleteUpload(ctx.db, { id: lease.upload.id, writer: lease.writer });
  return true;
}

/** Idempotent: the reply to the last bytes may have been lost, and the client asks again. */
async function findFinished(ctx: Ctx, caller: Caller, id: string): Promise<UploadState> {
  const file = await store.findFinished(ctx.db, id, caller.userId);
  if (!file) throw notFound();
  return { id, received: file.size, size: file.size };
}

function requireOffset({ offset, length }: Sent, { received, size }: { received: number; size: number }): void {
  if (offset !== received) throw new AppError('CONFLICT', `This upload continues at byte ${received}.`, { received });
  if (offset + (length ?? 0) > size) throw tooLarge();
}

function tooManyUploads(): AppError {
  const text = `You have ${maxUploads} unfinished uploads. Finish or cancel some of them first.`;
  return new AppError('TOO_MANY_REQUESTS', text);
}
