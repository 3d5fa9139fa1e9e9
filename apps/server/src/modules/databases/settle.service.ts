import { inTransaction, type Ctx } from '../../context.ts';
import { inFolder, listFolders } from '../../platform/files/file-tree.ts';
import { FileTooLargeError, removeTemps } from '../../platform/files/tree-file.ts';
import { applyVersion } from './apply.service.ts';
import { readState } from './database-state.ts';
import { databasesFolder } from './databases-folder.ts';
import * as store from './databases.store.ts';
import { whileAlone } from './saves-queue.ts';

/**
 * Decides what a process left that died while it saved: where the file is the new one, the save has happened; where it
 * is not, nobody was told so, and it never does. Only for whoever is alone.
 */
export async function settleFile(ctx: Ctx, file: string): Promise<void> {
  for (const row of await store.listPending(ctx.db, file))
    await inTransaction(ctx, async (ctx) => {
      // A process that lost the lock may be at it yet.
      if (!(await store.lockPending(ctx.db, row.id))) return;
      if (await isInPlace(ctx, row)) await applyVersion(ctx, row);
      else await store.deletePending(ctx.db, row.id);
    });
}

/** At the start: puts in order what an earlier run left. */
export async function settleAll(ctx: Ctx): Promise<void> {
  const root = databasesFolder(ctx);
  await whileAlone(ctx, async () => {
    const files = new Set((await store.listPending(ctx.db)).map(({ file }) => file));
    for (const file of files)
      await settleFile(ctx, file).catch((err: unknown) => ctx.log.warn({ err, file }, 'A save could not be settled'));
    for (const parts of await listFolders(root)) await inFolder(root, parts, removeTemps);
  });
}

async function isInPlace(ctx: Ctx, { file, version }: store.VersionRow): Promise<boolean> {
  try {
    return (await readState(ctx, file))?.version === version;
  } catch (error) {
    if (error instanceof FileTooLargeError) return false;
    throw error;
  }
}
