import { inTransaction, type Ctx } from '../../context.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { readPartName } from './forms/form-parts.ts';
import { insertFiles } from './files.store.ts';

type NewFile = Parameters<typeof insertFiles>[1][number];

/**
 * Makes files of flushed and closed parts, all or none. The commit decides: before it nothing is listed; after it the
 * parts only have to be moved, which crash recovery does if this process cannot.
 */
export async function storeFiles(
  ctx: Ctx,
  actor: Actor,
  received: { file: Omit<NewFile, 'uploadedAt'>; part: string }[],
  alongside: (ctx: Ctx) => Promise<void>,
): Promise<Date> {
  const { blobs } = ctx.state.files;
  // The parts must survive a power cut before the database refers to them.
  await blobs.syncParts();
  const uploadedAt = ctx.clock();
  await inTransaction(ctx, async (ctx) => {
    await alongside(ctx);
    await insertFiles(
      ctx.db,
      received.map(({ file }) => ({ ...file, uploadedAt })),
    );
    for (const { file } of received) {
      const { id: fileId, size, visibility } = file;
      const details = { fileId, size, visibility };
      await record(ctx, actor, { action: 'files.upload', target: file.name, outcome: 'done', details });
    }
  });
  try {
    await blobs.commitAll(received.map(({ file, part }) => ({ part, as: file.id })));
  } catch (err) {
    ctx.log.error({ err }, 'A file could not be moved to its final path; it will be retried');
  }
  publishLive(ctx, 'files', 'changed', {});
  return uploadedAt;
}

/** Moves the part of a file that could not be moved when it was stored. */
export async function moveLatePart({ state }: Ctx, fileId: string): Promise<void> {
  const { blobs } = state.files;
  for (const { name } of await blobs.listParts()) {
    const part = readPartName(name);
    if (part?.id === fileId && !part.isCopy) await blobs.commitAll([{ part: name, as: fileId }]);
  }
}
