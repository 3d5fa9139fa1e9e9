import type { FileHandle } from 'node:fs/promises';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { hashFile } from '../../platform/files/file-hash.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { filesShelf } from './files-shelf.ts';
import type { Lease } from './upload-lease.service.ts';
import { uploadWriters } from './upload-writers.ts';
import * as store from './uploads.store.ts';

type NewFile = Parameters<typeof store.insertFiles>[1][number];

/** Makes a file of an upload of which every byte is here. `hash` is what was reckoned while they came. */
export async function finishUpload(
  ctx: Ctx,
  { upload, writer }: Lease,
  actor: Actor,
  { handle, hash }: { handle: FileHandle; hash: string | undefined },
): Promise<void> {
  const { id, name, size, visibility, userId } = upload;
  const { size: found } = await handle.stat();
  if (found !== size) throw new Error(`An upload of ${size} bytes has ${found}`);
  await handle.sync();
  // Reading all of it again gives way to nobody: whoever asks meanwhile waits for the file.
  const digest = hash ?? (await hashFile(handle, uploadWriters(ctx).closing));
  const file = { id, name, size, visibility, uploaderId: userId, hash: digest };
  // From here on nothing writes to it.
  await handle.close();
  await keepFiles(ctx, actor, [{ file, part: id }], async (ctx) => {
    if (!(await store.deleteUpload(ctx.db, { id, writer })))
      throw new AppError('NOT_FOUND', 'This upload was given up.');
  });
}

/**
 * Makes flushed and closed parts files, all or none. The commit decides: before it nothing is listed, and after it the
 * parts are only moved to their place, which whoever starts next does where this process cannot.
 */
export async function keepFiles(
  ctx: Ctx,
  actor: Actor,
  kept: { file: Omit<NewFile, 'uploadedAt'>; part: string }[],
  alongside: (ctx: Ctx) => Promise<void>,
): Promise<Date> {
  const shelf = filesShelf(ctx);
  // What the database will say is here has to be found after a power cut, too.
  await shelf.syncParts();
  const uploadedAt = ctx.clock();
  await inTransaction(ctx, async (ctx) => {
    await alongside(ctx);
    await store.insertFiles(
      ctx.db,
      kept.map(({ file }) => ({ ...file, uploadedAt })),
    );
    for (const { file } of kept) {
      const { id: fileId, size, visibility } = file;
      const details = { fileId, size, visibility };
      await record(ctx, actor, { action: 'files.upload', target: file.name, outcome: 'done', details });
    }
  });
  try {
    await shelf.keepAll(kept.map(({ file, part }) => ({ part, as: file.id })));
  } catch (err) {
    ctx.log.error({ err }, 'A file could not be moved to its place; it will be tried again');
  }
  publishLive(ctx, 'files', 'changed', {});
  return uploadedAt;
}
