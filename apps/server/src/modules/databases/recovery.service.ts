import { inTransaction, type Ctx } from '../../context.ts';
import { inFolder, listFolders } from '../../platform/files/file-tree.ts';
import { FileTooLargeError, removeTemps } from '../../platform/files/tree-file.ts';
import { applyVersion } from './commit.service.ts';
import { readSnapshot } from './database-snapshot.ts';
import * as store from './databases.store.ts';
import { withWriteLock } from './write-lock.ts';

/**
 * Recovers the write of a process that died: if the file has the new content, the write is applied; if not, nobody was
 * told that it succeeded, and it is dropped. The caller holds the write lock.
 */
export async function recoverFile(ctx: Ctx, file: string): Promise<void> {
  for (const row of await store.listPending(ctx.db, file))
    await inTransaction(ctx, async (ctx) => {
      // A process that lost the lock may still be working on it.
      if (!(await store.lockPending(ctx.db, row.id))) return;
      if (await isApplied(ctx, row)) await applyVersion(ctx, row);
      else await store.deletePending(ctx.db, row.id);
    });
}

/** Crash recovery at the start: recovers the unfinished writes of earlier runs. */
export async function recoverAll(ctx: Ctx): Promise<void> {
  const root = ctx.state.databases.folder;
  await withWriteLock(ctx, async () => {
    const files = new Set((await store.listPending(ctx.db)).map(({ file }) => file));
    for (const file of files)
      await recoverFile(ctx, file).catch((err: unknown) =>
        ctx.log.warn({ err, file }, 'A write could not be recovered'),
      );
    for (const parts of await listFolders(root)) await inFolder(root, parts, removeTemps);
  });
}

async function isApplied(ctx: Ctx, { file, version }: store.VersionRow): Promise<boolean> {
  try {
    return (await readSnapshot(ctx, file))?.version === version;
  } catch (error) {
    if (error instanceof FileTooLargeError) return false;
    throw error;
  }
}
