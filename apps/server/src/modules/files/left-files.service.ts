import { inTransaction, type Ctx } from '../../context.ts';
import type { Part } from '../../platform/files/shelf.ts';
import { readPortalId } from '../site/site.service.ts';
import { record } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { filesShelf } from './files-shelf.ts';
import { activeFormParts, readPartName } from './form-parts.ts';
import * as store from './left-files.store.ts';
import { driveAway } from './storage-errors.ts';
import { thisRun } from './upload-lease.service.ts';
import { tidyUpload } from './uploads.service.ts';
import * as uploads from './uploads.store.ts';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
/** A part of another portal that nothing was written to for so long is nobody's. */
const abandonedAfterMs = 24 * hourMs;
/** So long the database may take to do what it was told before the line to it broke. */
const unsureMs = 10 * minuteMs;
/** Whoever brings a file back at the last moment is not to find it gone. */
const restorableMs = hourMs + 5 * minuteMs;
const system = { userId: null, username: 'portal', address: 'portal' };

/**
 * Parts that a portal left which died: those that the database knows as files are moved to their place, those that
 * nobody knows are removed. Unfinished uploads stay as they are.
 */
export async function settleParts(ctx: Ctx): Promise<void> {
  const shelf = filesShelf(ctx);
  if (!(await shelf.isThere())) return;
  const parts = (await shelf.listParts()).flatMap((part) => {
    const named = readPartName(part.name);
    return named ? [{ ...part, ...named }] : [];
  });
  const known = await store.findKnown(
    ctx.db,
    parts.map(({ id }) => id),
  );
  for (const part of parts) {
    const kind = part.isCopy ? undefined : known.get(part.id);
    if (kind === 'file') await shelf.keepAll([{ part: part.name, as: part.id }]);
    else if (kind === undefined && isLeft(ctx, part)) await shelf.removePart(part.name);
  }
}

/** Makes files of uploads that lack nothing else, and removes those that have expired. */
export async function tidyUploads(ctx: Ctx): Promise<void> {
  for (const upload of await uploads.listUntidy(ctx.db, ctx.clock()))
    await tidyUpload(ctx, upload).catch((err: unknown) => ctx.log.warn({ err, ...upload }, 'An upload stays untidy'));
}

/** Removes what was deleted too long ago to be brought back: bytes first, so that none are left without a row. */
export async function purgeDeleted(ctx: Ctx): Promise<void> {
  const shelf = filesShelf(ctx);
  const before = new Date(ctx.clock().getTime() - restorableMs);
  for (const id of await store.listDeleted(ctx.db, before)) {
    if (!(await shelf.isThere())) return;
    await inTransaction(ctx, async (ctx) => {
      if (!(await store.lockDeleted(ctx.db, id, before))) return;
      await shelf.remove(id);
      // Where the drive went away at this moment, nothing was removed.
      if (!(await shelf.isThere())) throw driveAway();
      await store.deleteFile(ctx.db, id);
    });
  }
}

/** Nobody can open a private file whose uploader is gone, so it goes too. */
export async function deleteNobodys(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const gone = await store.deleteNobodys(ctx.db, ctx.clock());
    for (const { id, name } of gone)
      await record(ctx, system, { action: 'files.delete', target: name, outcome: 'done', details: { fileId: id } });
    if (gone.length > 0) publishLive(ctx, 'files', 'changed', {});
  });
}

/**
 * Says where rows and files disagree. It changes nothing: a drive that is not there today, a database brought back from
 * a backup or the folder of another portal must not cost anyone a file.
 */
export async function reportStrays(ctx: Ctx): Promise<void> {
  const shelf = filesShelf(ctx);
  // Rows first: one that comes while we look has its bytes already.
  const rows = await store.listFileIds(ctx.db);
  if (!(await shelf.isThere())) {
    if (rows.length > 0) ctx.log.error({ files: rows.length }, 'The folder with the files is not there');
    return;
  }
  const parts = (await shelf.listParts()).map(({ name }) => readPartName(name)?.id);
  const kept = await shelf.listKept();
  const [present, known] = [new Set([...parts, ...kept]), new Set(rows.map(({ id }) => id))];
  const lost = rows.filter(({ id, isDeleted }) => !isDeleted && !present.has(id)).map(({ id }) => id);
  if (lost.length > 0) ctx.log.error({ count: lost.length, ids: lost.slice(0, 20) }, 'Files have lost their content');
  const strange = [
    ...(await strangersIn(
      ctx,
      kept.filter((name) => !known.has(name)),
    )),
  ];
  if (strange.length > 0)
    ctx.log.warn({ count: strange.length, names: strange.slice(0, 20) }, 'The database knows nothing of some files');
}

/** A file may have come since the rows were read. */
async function strangersIn(ctx: Ctx, names: string[]): Promise<string[]> {
  const known = await store.findKnown(ctx.db, names);
  return names.filter((name) => !known.has(name));
}

function isLeft(ctx: Ctx, { name, portal, changedAt }: Part & { portal: string | undefined }): boolean {
  const now = ctx.clock().getTime();
  if (portal !== readPortalId(ctx)) return now - changedAt.getTime() > abandonedAfterMs;
  if (activeFormParts(ctx).has(name)) return false;
  return changedAt < thisRun(ctx).startedAt || now - changedAt.getTime() > unsureMs;
}
