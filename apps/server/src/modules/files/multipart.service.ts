import { randomUUID } from 'node:crypto';
import type { ReplyOutput, Visibility } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { filesShelf } from './files-shelf.ts';
import { activeFormParts, type FormPart } from './form-parts.ts';
import { formOverheadBytes, receiveForm, type FormFile, type SentForm } from './form-receiver.service.ts';
import { readFormVisibility } from './form-visibility.ts';
import { maxFileBytes, requireQuota, withRoom } from './room.service.ts';
import { toStorageError, tooLarge } from './storage-errors.ts';
import { keepFiles } from './upload-finish.service.ts';
import { uploadWriters } from './upload-writers.ts';

type Reply = ReplyOutput<'POST /files'>;

/** Takes all files of a form, or none. Together they may be as large as one. */
export async function uploadForm(ctx: Ctx, caller: Caller, form: SentForm): Promise<Reply> {
  const length = form.length ?? 0;
  if (length > maxFileBytes(ctx) + formOverheadBytes) throw tooLarge();
  await withRoom(ctx, Math.max(0, length - formOverheadBytes));
  return uploadWriters(ctx).alone(randomUUID(), async (signal) => {
    const begun: FormPart[] = [];
    try {
      const { files, fields } = await receiveForm(ctx, caller, form, { begun, signal });
      return await keepForm(ctx, caller, files, readFormVisibility(fields));
    } catch (error) {
      if (!(error instanceof UnsureError)) await removeParts(ctx, begun);
      throw error instanceof UnsureError ? error.cause : toStorageError(error);
    } finally {
      for (const { name } of begun) activeFormParts(ctx).delete(name);
    }
  });
}

/** The database broke off: the files may be there by now. Later their rows tell. */
class UnsureError extends Error {}

async function keepForm(ctx: Ctx, caller: Caller, files: FormFile[], visibility: Visibility): Promise<Reply> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const kept = files.map(({ part, name, size, hash }) => ({
    part: part.name,
    file: { id: part.id, name, size, hash, visibility, uploaderId: caller.userId },
  }));
  const uploadedAt = await keepFiles(ctx, caller, kept, (ctx) => requireQuota(ctx, bytes)).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new UnsureError('The files may be kept', { cause });
  });
  return kept.map(({ file: { id, name, size } }) => ({
    fileId: id,
    fileName: name,
    uploadedBy: caller.username,
    uploadedAt,
    size,
    visibility,
  }));
}

async function removeParts(ctx: Ctx, begun: FormPart[]): Promise<void> {
  for (const { name } of begun) await filesShelf(ctx).removePart(name);
}
