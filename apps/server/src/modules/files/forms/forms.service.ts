import { randomUUID } from 'node:crypto';
import type { ReplyOutput, Visibility } from '@tribehall/contract';
import type { Ctx } from '../../../context.ts';
import { isDriveFailing } from '../../../db/drive-faults.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import type { FormPart } from './form-parts.ts';
import { formOverheadBytes, receiveForm, type FormFile, type SentForm } from './form-receiver.service.ts';
import { readFormVisibility } from './form-fields.ts';
import { maxFileBytes, requireQuota, reserveSpace } from '../quota.service.ts';
import { toStorageError, tooLarge } from '../storage-errors.ts';
import { storeFiles } from '../stored-files.service.ts';

type Reply = ReplyOutput<'POST /files'>;

/** Stores all files of a form, or none. The size limit applies to all of them together. */
export async function uploadForm(ctx: Ctx, caller: Caller, form: SentForm): Promise<Reply> {
  const length = form.length ?? 0;
  if (length > maxFileBytes(ctx) + formOverheadBytes) throw tooLarge();
  await reserveSpace(ctx, Math.max(0, length - formOverheadBytes));
  return ctx.state.files.writers.alone(randomUUID(), async (signal) => {
    const begun: FormPart[] = [];
    try {
      const { files, fields } = await receiveForm(ctx, caller, form, { begun, signal });
      return await storeForm(ctx, caller, files, readFormVisibility(fields));
    } catch (error) {
      if (!(error instanceof UncertainCommitError)) await removeParts(ctx, begun);
      throw toStorageError(error instanceof UncertainCommitError ? error.cause : error);
    } finally {
      for (const { name } of begun) ctx.state.files.formParts.delete(name);
    }
  });
}

/** The connection to the database broke during the commit: whether the files are stored is found out later. */
class UncertainCommitError extends Error {}

async function storeForm(ctx: Ctx, caller: Caller, files: FormFile[], visibility: Visibility): Promise<Reply> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const received = files.map(({ part, name, size, hash }) => ({
    part: part.name,
    file: { id: part.id, name, size, hash, visibility, uploaderId: caller.userId },
  }));
  const uploadedAt = await storeFiles(ctx, caller, received, (ctx) => requireQuota(ctx, bytes)).catch(
    (cause: unknown) => {
      // The drive is used before the commit only.
      const isCertain = cause instanceof AppError || isDriveFailing(cause);
      throw isCertain ? cause : new UncertainCommitError('The files may be stored', { cause });
    },
  );
  return received.map(({ file: { id, name, size } }) => ({
    fileId: id,
    fileName: name,
    uploadedBy: caller.username,
    uploadedAt,
    size,
    visibility,
  }));
}

/** Where the storage is away, they are removed as orphans later. */
async function removeParts(ctx: Ctx, begun: FormPart[]): Promise<void> {
  try {
    for (const { name } of begun) await ctx.state.files.blobs.removePart(name);
  } catch (err) {
    ctx.log.warn({ err }, 'Parts of a refused upload could not be removed yet');
  }
}
