import type { FileHandle } from 'node:fs/promises';
import { setTimeout as pass } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { hashFile } from '../../platform/files/file-hash.ts';
import { filesShelf } from './files-shelf.ts';
import { readPartName } from './form-parts.ts';
import * as store from './verify.store.ts';

/** What is wrong with a file; `orphaned` is what belongs to none. */
export type Fault = { fault: 'missing' | 'changed' | 'unreadable' | 'orphaned'; id: string; name: string };
export type Progress = { files: number; bytes: number; ofFiles: number; ofBytes: number };

const pageSize = 200;
/** A row and its bytes come and go one after the other: a running portal may be between the two. */
const secondLookMs = 1000;

/** Reads every file that is kept and compares it with what was uploaded. Changes nothing. */
export async function verifyFiles(
  ctx: Ctx,
  tell: { fault: (fault: Fault) => void; progress: (progress: Progress) => void },
): Promise<Progress> {
  const { files: ofFiles, bytes: ofBytes } = await store.sumKept(ctx.db);
  if (ofFiles > 0 && !(await filesShelf(ctx).isThere()))
    throw new AppError(
      'UNAVAILABLE',
      'The folder of the files is not there. Is its drive mounted, is FILES_DIR right?',
    );
  const progress = { files: 0, bytes: 0, ofFiles, ofBytes };
  const missing: store.KeptRow[] = [];
  for await (const row of allRows(ctx)) {
    tell.progress(progress);
    const fault = await findFault(ctx, row);
    if (fault === 'missing') missing.push(row);
    else if (fault) tell.fault({ fault, ...row });
    progress.files += 1;
    progress.bytes += row.size;
  }
  const orphans = await findOrphans(ctx, await filesShelf(ctx).listKept());
  if (missing.length + orphans.length > 0) await pass(secondLookMs);
  // A portal that died before it put a file in its place does so when it starts.
  const onTheirWay = new Set((await filesShelf(ctx).listParts()).map(({ name }) => readPartName(name)?.id));
  for (const row of missing) {
    const isExpected = !onTheirWay.has(row.id) && (await store.isFile(ctx.db, row.id));
    const fault = isExpected ? await findFault(ctx, row) : undefined;
    if (fault) tell.fault({ fault, ...row });
  }
  const present = new Set(await filesShelf(ctx).listKept());
  for (const id of await findOrphans(ctx, orphans))
    if (present.has(id)) tell.fault({ fault: 'orphaned', id, name: '' });
  return progress;
}

async function* allRows(ctx: Ctx): AsyncGenerator<store.KeptRow> {
  for (let last = ''; ;) {
    const page = await store.listKeptAfter(ctx.db, last, pageSize);
    yield* page;
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
  }
}

async function findFault(ctx: Ctx, { id, size, hash }: store.KeptRow): Promise<Fault['fault'] | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await filesShelf(ctx).open(id);
    if (!handle) return 'missing';
    const isSame = (await handle.stat()).size === size && (await hashFile(handle)) === hash;
    return isSame ? undefined : 'changed';
  } catch {
    return 'unreadable';
  } finally {
    await handle?.close();
  }
}

async function findOrphans(ctx: Ctx, ids: string[]): Promise<string[]> {
  const orphans: string[] = [];
  for (const id of ids) if (!(await store.isFile(ctx.db, id))) orphans.push(id);
  return orphans;
}
