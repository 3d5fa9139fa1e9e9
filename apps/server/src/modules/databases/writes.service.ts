import { mkdir } from 'node:fs/promises';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { atFile, inFolder, makeFolders } from '../../platform/files/file-tree.ts';
import { isTaken } from '../../platform/files/tree-file.ts';
import type { Actor } from '../audit/audit.service.ts';
import {
  isDatabase,
  readAnySnapshot,
  readContent,
  readSnapshot,
  type DatabaseSnapshot,
  type LargeSnapshot,
} from './database-snapshot.ts';
import { FileChangedError, commitContent, type Commit } from './commit.service.ts';
import * as store from './databases.store.ts';
import { isMirrorName } from './mirror-records.ts';
import { commitMirrored, syncFile } from './mirror.service.ts';
import { withWriteLock } from './write-lock.ts';
import { recoverFile } from './recovery.service.ts';
import { databaseNotFound, tooLarge, toStorageError } from './database-errors.ts';

/** Retries if another program changes the file meanwhile. */
const maxAttempts = 5;

type Change = Pick<Commit, 'kind' | 'guildId' | 'also'> & {
  /** Makes the new content from the current one. If it throws, nothing is changed. */
  next: (state: DatabaseSnapshot | LargeSnapshot) => Promise<Buffer> | Buffer;
};

/** Changes a database; returns its new content when that is durable. Must not run in a transaction. */
export async function changeDatabase(ctx: Ctx, actor: Actor, file: string, change: Change): Promise<DatabaseSnapshot> {
  // Checked before waiting for the lock.
  if (!(await isDatabase(ctx, file)) && !(await isStored(ctx, file))) throw databaseNotFound();
  return exclusively(ctx, file, async () => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await changeOnce(ctx, actor, file, change);
      } catch (error) {
        // Retry with what another program has written to it.
        if (!(error instanceof FileChangedError)) throw error;
        if (attempt === maxAttempts)
          throw new AppError('LOCKED', 'Another program keeps changing this file. Please try again later.');
      }
  });
}

/** Another portal may have added it a moment ago. */
async function isStored(ctx: Ctx, file: string): Promise<boolean> {
  if (!ctx.state.databases.mirror || !isMirrorName(file)) return false;
  return (await store.findNewest(ctx.db, file)) !== undefined;
}

async function changeOnce(ctx: Ctx, actor: Actor, file: string, change: Change): Promise<DatabaseSnapshot> {
  const { mirror } = ctx.state.databases;
  const newest = mirror && (await syncFile(ctx, mirror, file));
  const before = await readAnySnapshot(ctx, file);
  if (!before) throw databaseNotFound();
  // Changed by hand within this moment.
  if (mirror && before.content && before.version !== newest?.version)
    throw new FileChangedError('The file was changed');
  const content = await change.next(before);
  if (content.length > databaseLimits.maxBytes) throw tooLarge();
  const { kind, guildId, also } = change;
  if (before.content?.equals(content)) {
    if (also) await inTransaction(ctx, also);
    return before;
  }
  const commit = { file, before, content, kind, guildId, actor, also };
  const isCommitted = await atFile(ctx.state.databases.folder, file, async (path) => {
    await (mirror ? commitMirrored(ctx, path, { ...commit, mirror, newest }) : commitContent(ctx, path, commit));
    return true;
  });
  if (!isCommitted) throw databaseNotFound();
  return { ...before, content, ...(await readContent(ctx, content)) };
}

/** Creates a database under a name of ours, unless it exists. */
export async function addDatabase(ctx: Ctx, actor: Actor, file: string, make: () => Promise<string>): Promise<void> {
  const { folder: root, mirror } = ctx.state.databases;
  await exclusively(ctx, file, async () => {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const newest = mirror && (await syncFile(ctx, mirror, file).catch(ignoreChanged));
    if (newest || (await readSnapshot(ctx, file))) return;
    const parts = file.split('/');
    const name = parts.pop() ?? '';
    await makeFolders(root, parts);
    const commit = {
      file,
      before: undefined,
      content: Buffer.from(await make()),
      kind: 'saved' as const,
      guildId: null,
    };
    const isCommitted = await inFolder(root, parts, async (folder) => {
      if (await isTaken({ folder, name })) return false;
      const path = { folder, name };
      await (
        mirror
          ? commitMirrored(ctx, path, { ...commit, actor, mirror, newest })
          : commitContent(ctx, path, { ...commit, actor })
      ).catch(ignoreChanged);
      return true;
    });
    if (!isCommitted) throw new AppError('UNAVAILABLE', `${file} exists, but is a link or not a regular file.`);
  });
}

/** Someone created the file by hand meanwhile: that one stays. */
function ignoreChanged(error: unknown): undefined {
  if (!(error instanceof FileChangedError)) throw error;
}

const notRecorded = 'What the folder of the databases has in common with PostgreSQL could not be recorded';

async function exclusively<T>(ctx: Ctx, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withWriteLock(ctx, async () => {
      await recoverFile(ctx, file);
      try {
        return await work();
      } finally {
        // If it is behind, contents tell.
        await ctx.state.databases.mirror?.records
          .flush()
          .catch((err: unknown) => ctx.log.warn({ err, file }, notRecorded));
      }
    });
  } catch (error) {
    const known = toStorageError(error);
    if (known !== error) ctx.log.warn({ err: error, file }, 'A database could not be changed');
    throw known;
  }
}
