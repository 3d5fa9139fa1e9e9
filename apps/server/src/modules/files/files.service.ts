import { isAdmin, type ReplyOutput, type Visibility } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import type { TextSearch } from '../../db/text-search.ts';
import { AppError, fieldError } from '../../errors.ts';
import { listObjectEntries, record } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { previewOf } from './content/file-types.ts';
import { mayChange, mayMakePrivate, mayOpen } from './files.policy.ts';
import * as store from './files.store.ts';
import { maxFileBytes, requireQuota } from './quota.service.ts';

type Details = ReplyOutput<'GET /files/{id}'>;

const hourMs = 60 * 60 * 1000;

/** The same error for a file that never existed, is deleted, or is not visible to the caller. */
const notFound = () => new AppError('NOT_FOUND', 'There is no such file.');

export async function listFiles(ctx: Ctx, caller: Caller): Promise<ReplyOutput<'GET /files'>> {
  return store.listFiles(ctx.db, caller.userId);
}

/** The files that the caller may open and whose name matches; only Admins see a list of files. */
export async function searchFiles(
  ctx: Ctx,
  caller: Caller,
  search: TextSearch,
  limit: number,
): Promise<ReplyOutput<'GET /search'>['files']> {
  return isAdmin(caller.roles) ? store.searchFiles(ctx.db, caller.userId, search, limit) : [];
}

/** Of all users, including files that the caller may not open: they all count towards the quota. */
export async function readUsage(ctx: Ctx): Promise<ReplyOutput<'GET /files/usage'>> {
  const { files, bytes, promisedBytes } = await store.sumUsage(ctx.db);
  return {
    files,
    bytes: bytes + promisedBytes,
    quotaBytes: ctx.config.FILES_QUOTA_MB * 1_000_000,
    maxFileBytes: maxFileBytes(ctx),
  };
}

/** Finds a file that this caller, or a visitor, may open. */
export async function findOpenFile(ctx: Ctx, caller: Caller | undefined, id: string): Promise<store.FileRow> {
  const file = await store.findFile(ctx.db, id);
  if (!file || !mayOpen(file, caller)) throw notFound();
  return file;
}

export async function isOpenTo(ctx: Ctx, caller: Caller | undefined, id: string): Promise<boolean> {
  const file = await store.findFile(ctx.db, id);
  return file !== undefined && mayOpen(file, caller);
}

export async function showFile(ctx: Ctx, caller: Caller | undefined, id: string): Promise<Details> {
  return toDetails(await findOpenFile(ctx, caller, id), caller);
}

export async function changeVisibility(ctx: Ctx, caller: Caller, id: string, visibility: Visibility): Promise<Details> {
  return inTransaction(ctx, async (ctx) => {
    const file = requireChangeable(await store.lockFile(ctx.db, id), caller);
    if (file.visibility === visibility) return toDetails(file, caller);
    if (visibility === 'private' && !mayMakePrivate(file, caller))
      throw fieldError('FORBIDDEN', 'visibility', 'Only the person who uploaded a file can make it private.');
    await store.updateFile(ctx.db, id, { visibility });
    await recordChange(ctx, caller, 'files.visibility', file, { from: file.visibility, to: visibility });
    return toDetails({ ...file, visibility }, caller);
  });
}

export async function deleteFile(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const file = requireChangeable(await store.lockFile(ctx.db, id), caller);
    await store.updateFile(ctx.db, id, { deletedAt: ctx.clock() });
    await recordChange(ctx, caller, 'files.delete', file);
  });
}

export async function restoreFile(ctx: Ctx, caller: Caller, id: string): Promise<Details> {
  return inTransaction(ctx, async (ctx) => {
    const after = new Date(ctx.clock().getTime() - hourMs);
    const file = requireChangeable(await store.lockDeletedFile(ctx.db, id, after), caller);
    // Its quota may have been used by others meanwhile.
    await requireQuota(ctx, file.size);
    await store.updateFile(ctx.db, id, { deletedAt: null });
    await recordChange(ctx, caller, 'files.restore', file);
    return toDetails(file, caller);
  });
}

/** What was done to a file, for those who may change it. */
export async function listActivity(
  ctx: Ctx,
  caller: Caller,
  id: string,
  before: string | undefined,
): Promise<ReplyOutput<'GET /files/{id}/activity'>> {
  const { fileId } = requireChangeable(await findOpenFile(ctx, caller, id), caller);
  return listObjectEntries(ctx, { field: 'fileId', id: fileId }, before);
}

function requireChangeable(file: store.FileRow | undefined, caller: Caller): store.FileRow {
  if (!file || !mayChange(file, caller)) throw notFound();
  return file;
}

async function recordChange(
  ctx: Ctx,
  caller: Caller,
  action: string,
  file: store.FileRow,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { fileId, fileName } = file;
  await record(ctx, caller, { action, target: fileName, outcome: 'done', details: { fileId, ...details } });
  publishLive(ctx, 'files', 'changed', {});
}

function toDetails(file: store.FileRow, caller: Caller | undefined): Details {
  return { ...file, preview: previewOf(file.fileName, file.size), mayChange: mayChange(file, caller) };
}
