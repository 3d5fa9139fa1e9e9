import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { filesShelf } from './files-shelf.ts';
import { refuseTooLarge, withRoom } from './room.service.ts';
import { tooLarge } from './storage-errors.ts';
import { finishIfWhole, holdUpload, receiveMore, type HeldUpload } from './upload-hold.service.ts';
import { uploadLifeMs } from './upload-lease.service.ts';
import type { UploadMetadata } from './upload-metadata.ts';
import { uploadWriters, writerKey } from './upload-writers.ts';
import * as store from './uploads.store.ts';

/** Where an upload is. One that is a file already does not expire. */
export type UploadState = { id: string; received: number; size: number; expiresAt?: Date };
type Begun = UploadMetadata & { size: number };
/** The next bytes: where they belong, and how many they are where that is known. */
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

/** Begins an upload. An empty one is a file at once. */
export async function beginUpload(ctx: Ctx, caller: Caller, begun: Begun): Promise<UploadState> {
  const state = await promiseRoom(ctx, caller, begun);
  return begun.size === 0 ? readUpload(ctx, caller, state.id) : state;
}

async function promiseRoom(ctx: Ctx, { userId }: Caller, begun: Begun): Promise<UploadState> {
  const { size } = begun;
  refuseTooLarge(ctx, size);
  const id = randomUUID();
  const startedAt = ctx.clock();
  const expiresAt = new Date(startedAt.getTime() + uploadLifeMs);
  await withRoom(ctx, size, async (ctx) => {
    if ((await store.countUploads(ctx.db, userId)) >= maxUploads) throw tooManyUploads();
    await store.insertUpload(ctx.db, { ...begun, id, userId, received: 0, startedAt, expiresAt });
  });
  return { id, received: 0, size, expiresAt };
}

/** Begins an upload whose first bytes come along. Its sender hears of it only where they arrive. */
export async function beginUploadWith(
  ctx: Ctx,
  caller: Caller,
  begun: Begun,
  sent: Omit<Sent, 'offset'>,
): Promise<UploadState> {
  if ((sent.length ?? 0) > begun.size) throw tooLarge();
  const { id } = await promiseRoom(ctx, caller, begun);
  try {
    return await appendToUpload(ctx, caller, id, { ...sent, offset: 0 });
  } catch (error) {
    // Whose line broke can find it among the unfinished ones; whoever is refused begins anew.
    if (!sent.source.readableAborted) await removeUpload(ctx, caller, id).catch(() => {});
    throw error;
  }
}

/** How much is safe. Ends whoever still sends: the asker wants to go on from here. */
export async function readUpload(ctx: Ctx, caller: Caller, id: string): Promise<UploadState> {
  const state = await holdUpload(ctx, { id, userId: caller.userId }, (held) => settle(ctx, caller, held));
  return state ?? findFinished(ctx, caller, id);
}

/** Takes the next bytes; with the last one the file is there. */
export async function appendToUpload(ctx: Ctx, caller: Caller, id: string, sent: Sent): Promise<UploadState> {
  const state = await holdUpload(ctx, { id, userId: caller.userId }, async (held) => {
    refuseMisplaced(sent, { received: held.part.received, size: held.lease.upload.size });
    if (sent.length !== 0) await receiveMore(ctx, caller, held, sent.source);
    return settle(ctx, caller, held);
  });
  if (state) return state;
  const finished = await findFinished(ctx, caller, id);
  refuseMisplaced(sent, finished);
  return finished;
}

/** Gives an upload up. */
export async function removeUpload(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  const isGone = await holdUpload(ctx, { id, userId: caller.userId }, (held) => discard(ctx, held));
  if (!isGone) throw notFound();
}

/** Makes a file of an upload that only lacks that; removes one that has expired. Leaves alone what someone is at. */
export async function tidyUpload(ctx: Ctx, { id, userId }: { id: string; userId: string }): Promise<void> {
  if (uploadWriters(ctx).has(writerKey({ id, userId }))) return;
  await holdUpload(ctx, { id, userId, isTidying: true }, async (held) => {
    const { username, expiresAt } = held.lease.upload;
    const isFinished = await finishIfWhole(ctx, { userId, username, address: 'portal' }, held);
    if (!isFinished && expiresAt <= ctx.clock()) await discard(ctx, held);
  });
}

async function settle(ctx: Ctx, caller: Caller, held: HeldUpload): Promise<UploadState> {
  const { id, size } = held.lease.upload;
  if (await finishIfWhole(ctx, caller, held)) return { id, received: size, size };
  const expiresAt = new Date(ctx.clock().getTime() + uploadLifeMs);
  return { id, received: held.part.received, size, expiresAt };
}

/** The bytes first: an upload without any begins anew, bytes without an upload would be nobody's. */
async function discard(ctx: Ctx, { lease, part }: HeldUpload): Promise<true> {
  await part.handle?.close();
  await filesShelf(ctx).removePart(lease.upload.id);
  await store.deleteUpload(ctx.db, { id: lease.upload.id, writer: lease.writer });
  return true;
}

/** The answer to the last bytes may have been lost: it can be asked for again. */
async function findFinished(ctx: Ctx, caller: Caller, id: string): Promise<UploadState> {
  const file = await store.findFinished(ctx.db, id, caller.userId);
  if (!file) throw notFound();
  return { id, received: file.size, size: file.size };
}

function refuseMisplaced({ offset, length }: Sent, { received, size }: { received: number; size: number }): void {
  if (offset !== received) throw new AppError('CONFLICT', `This upload goes on at byte ${received}.`, { received });
  if (offset + (length ?? 0) > size) throw tooLarge();
}

function tooManyUploads(): AppError {
  const text = `You have ${maxUploads} uploads that are not finished. Finish some of them, or give them up.`;
  return new AppError('TOO_MANY_REQUESTS', text);
}
