import { inTransaction, type Ctx } from '../../context.ts';
import { isBackingUp } from '../../db/advisory-lock.ts';
import type { Part } from '../../platform/files/blob-store.ts';
import { readPortalId } from '../site/site.service.ts';
import { record } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { readPartName } from './forms/form-parts.ts';
import * as store from './orphans.store.ts';
import { driveUnavailable } from './storage-errors.ts';
import { finishOrExpireUpload } from './uploads/uploads.service.ts';
import * as uploads from './uploads/uploads.store.ts';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
/** A part of another portal that was not written to for this long is orphaned. */
const abandonedAfterMs = 24 * hourMs;
/** A commit whose connection broke may still complete within this time. */
const uncertainMs = 10 * minuteMs;
/** Longer than the hour in which a file can be restored: a restore at the last moment must not find it gone. */
const restorableMs = hourMs + 5 * minuteMs;
const system = { userId: null, username: 'portal', address: 'portal' };

/**
 * Crash recovery of parts: those that the database knows as files are committed, orphaned ones are removed, and those of
 * unfinished uploads stay.
 */
export async function recoverParts(ctx: Ctx): Promise<void> {
  const { blobs } = ctx.state.files;
  if (!(await blobs.isAvailable())) return;
  const parts = (await blobs.listParts()).flatMap((part) => {
    const named = readPartName(part.name);
    return named ? [{ ...part, ...named }] : [];
  });
  const known = await store.findKnown(
    ctx.db,
    parts.map(({ id }) => id),
  );
  for (const part of parts) {
    const kind = part.isCopy ? undefined : known.get(part.id);
    if (kind === 'file') await blobs.commitAll([{ part: part.name, as: part.id }]);
    else if (kind === undefined && isOrphaned(ctx, part)) await blobs.removePart(part.name);
  }
}

/** Makes files of uploads that are complete, and removes expired ones. */
export async function finishUploads(ctx: Ctx): Promise<void> {
  for (const upload of await uploads.listDue(ctx.db, ctx.clock()))
    await finishOrExpireUpload(ctx, upload).catch((err: unknown) =>
      ctx.log.warn({ err, ...upload }, 'An upload could not be finished or removed'),
    );
}

/** Purges files that can no longer be restored: bytes first, so that none are left without a row. */
export async function purgeDeleted(ctx: Ctx): Promise<void> {
  const { blobs } = ctx.state.files;
  const before = new Date(ctx.clock().getTime() - restorableMs);
  if (await isBackingUp(ctx.db)) return;
  for (const id of await store.listDeleted(ctx.db, before)) {
    if (!(await blobs.isAvailable())) return;
    await inTransaction(ctx, async (ctx) => {
      if (!(await store.lockDeleted(ctx.db, id, before))) return;
      await blobs.remove(id);
      // If the drive was unmounted at this moment, nothing was removed.
      if (!(await blobs.isAvailable())) throw driveUnavailable();
      await store.deleteFile(ctx.db, id);
    });
  }
}

/** Nobody can open a private file whose uploader was removed, so it is deleted. */
export async function deleteAbandonedFiles(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const gone = await store.deleteAbandoned(ctx.db, ctx.clock());
    for (const { id, name } of gone)
      await record(ctx, system, { action: 'files.delete', target: name, outcome: 'done', details: { fileId: id } });
    if (gone.length > 0) publishLive(ctx, 'files', 'changed', {});
  });
}

/**
 * Logs where rows and blobs disagree. Changes nothing: an unmounted drive, a database restored from a backup or the
 * folder of another portal must not cost anyone a file.
 */
export async function reportInconsistencies(ctx: Ctx): Promise<void> {
  const { blobs } = ctx.state.files;
  // Rows first: a file that is added meanwhile has its blob before its row.
  const rows = await store.listFileIds(ctx.db);
  if (!(await blobs.isAvailable())) {
    if (rows.length > 0) ctx.log.error({ files: rows.length }, 'The folder of the files is missing');
    return;
  }
  const parts = (await blobs.listParts()).map(({ name }) => readPartName(name)?.id);
  const names = await blobs.list();
  const [present, known] = [new Set([...parts, ...names]), new Set(rows.map(({ id }) => id))];
  const lost = rows.filter(({ id, isDeleted }) => !isDeleted && !present.has(id)).map(({ id }) => id);
  if (lost.length > 0) ctx.log.error({ count: lost.length, ids: lost.slice(0, 20) }, 'Files have lost their content');
  const orphans = await withoutRow(
    ctx,
    names.filter((name) => !known.has(name)),
  );
  if (orphans.length > 0)
    ctx.log.warn({ count: orphans.length, names: orphans.slice(0, 20) }, 'Some files are not in the database');
}

/** Checked again: a file may have been added since the rows were read. */
async function withoutRow(ctx: Ctx, names: string[]): Promise<string[]> {
  const known = await store.findKnown(ctx.db, names);
  return names.filter((name) => !known.has(name));
}

function isOrphaned(ctx: Ctx, { name, portal, changedAt }: Part & { portal: string | undefined }): boolean {
  const now = ctx.clock().getTime();
  if (portal !== readPortalId(ctx)) return now - changedAt.getTime() > abandonedAfterMs;
  const { formParts, run } = ctx.state.files;
  if (formParts.has(name)) return false;
  return changedAt < run.startedAt || now - changedAt.getTime() > uncertainMs;
}
