import { setTimeout as pass } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { ByteSource } from '../../platform/files/byte-source.ts';
import { hashBytes } from '../../platform/files/file-hash.ts';
import { readPartName } from './forms/form-parts.ts';
import * as store from './files.store.ts';

/** What is wrong with a file; `orphaned`: a blob without a file. */
export type Fault = { fault: 'missing' | 'changed' | 'unreadable' | 'orphaned'; id: string; name: string };
export type Progress = { files: number; bytes: number; ofFiles: number; ofBytes: number };

const pageSize = 200;
/** Row and blob are not added and removed at once: a running portal may be between the two. */
const recheckMs = 1000;

/** Reads every stored file and compares it with its row. Changes nothing. */
export async function verifyFiles(
  ctx: Ctx,
  on: { fault: (fault: Fault) => void; progress: (progress: Progress) => void },
): Promise<Progress> {
  const { files: ofFiles, bytes: ofBytes } = await store.sumStored(ctx.db);
  if (ofFiles > 0 && !(await ctx.state.files.blobs.isAvailable()))
    throw new AppError(
      'UNAVAILABLE',
      'The folder of the files is missing. Check that its drive is mounted and FILES_DIR is right.',
    );
  const progress = { files: 0, bytes: 0, ofFiles, ofBytes };
  const missing: store.StoredRow[] = [];
  for await (const row of allRows(ctx)) {
    on.progress(progress);
    const fault = await findFault(ctx, row);
    if (fault === 'missing') missing.push(row);
    else if (fault) on.fault({ fault, ...row });
    progress.files += 1;
    progress.bytes += row.size;
  }
  const orphans = await findOrphans(ctx, await ctx.state.files.blobs.list());
  if (missing.length + orphans.length > 0) await pass(recheckMs);
  // Crash recovery commits these parts when the portal starts.
  const uncommitted = new Set((await ctx.state.files.blobs.listParts()).map(({ name }) => readPartName(name)?.id));
  for (const row of missing) {
    const isExpected = !uncommitted.has(row.id) && (await store.isFile(ctx.db, row.id));
    const fault = isExpected ? await findFault(ctx, row) : undefined;
    if (fault) on.fault({ fault, ...row });
  }
  const present = new Set(await ctx.state.files.blobs.list());
  for (const id of await findOrphans(ctx, orphans)) if (present.has(id)) on.fault({ fault: 'orphaned', id, name: '' });
  return progress;
}

async function* allRows(ctx: Ctx): AsyncGenerator<store.StoredRow> {
  for (let last = ''; ;) {
    const page = await store.listStoredAfter(ctx.db, last, pageSize);
    yield* page;
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
  }
}

async function findFault(ctx: Ctx, { id, size, hash }: store.StoredRow): Promise<Fault['fault'] | undefined> {
  let source: ByteSource | undefined;
  try {
    source = await ctx.state.files.blobs.open(id);
    if (!source) return 'missing';
    const isSame = source.bytes === size && (await hashBytes(source)) === hash;
    return isSame ? undefined : 'changed';
  } catch {
    return 'unreadable';
  } finally {
    await source?.close();
  }
}

async function findOrphans(ctx: Ctx, ids: string[]): Promise<string[]> {
  const orphans: string[] = [];
  for (const id of ids) if (!(await store.isFile(ctx.db, id))) orphans.push(id);
  return orphans;
}
