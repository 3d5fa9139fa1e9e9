import { mkdir } from 'node:fs/promises';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { atFile, inFolder, makeFolders } from '../../platform/files/file-tree.ts';
import { isTaken } from '../../platform/files/tree-file.ts';
import type { Actor } from '../audit/audit.service.ts';
import { isDatabase, readContent, readState, type DatabaseState } from './database-state.ts';
import { databasesFolder } from './databases-folder.ts';
import { putContent, type Put } from './put.service.ts';
import { whileAlone } from './saves-queue.ts';
import { settleFile } from './settle.service.ts';
import { noDatabase, tooLarge, toStorageError } from './storage-errors.ts';

type Change = Pick<Put, 'kind' | 'guildId' | 'also'> & {
  /** Makes the new content from what is there. Whatever it throws, nothing is changed. */
  next: (state: DatabaseState) => Promise<Buffer> | Buffer;
};

/** Changes a database. Once it answers, the change is safe; answers what the file is then. Not for use in a transaction. */
export async function changeDatabase(ctx: Ctx, actor: Actor, file: string, change: Change): Promise<DatabaseState> {
  // Before anyone has to wait for it.
  if (!(await isDatabase(ctx, file))) throw noDatabase();
  return alone(ctx, file, async () => {
    const before = await readState(ctx, file);
    if (!before) throw noDatabase();
    const content = await change.next(before);
    if (content.length > databaseLimits.maxBytes) throw tooLarge();
    const { kind, guildId, also } = change;
    if (content.equals(before.content)) {
      if (also) await inTransaction(ctx, also);
      return before;
    }
    const put = { file, before, content, kind, guildId, actor, also };
    const isPut = await atFile(databasesFolder(ctx), file, async (place) => {
      await putContent(ctx, place, put);
      return true;
    });
    if (!isPut) throw noDatabase();
    return { ...before, content, ...(await readContent(ctx, content)) };
  });
}

/** Makes a database where there is none of this name, which is one of ours. */
export async function addDatabase(ctx: Ctx, actor: Actor, file: string, make: () => Promise<string>): Promise<void> {
  const root = databasesFolder(ctx);
  await alone(ctx, file, async () => {
    if (await readState(ctx, file)) return;
    await mkdir(root, { recursive: true, mode: 0o700 });
    const parts = file.split('/');
    const name = parts.pop() ?? '';
    await makeFolders(root, parts);
    const put = { file, before: undefined, content: Buffer.from(await make()), kind: 'saved' as const, guildId: null };
    const isPut = await inFolder(root, parts, async (folder) => {
      if (await isTaken({ folder, name })) return false;
      await putContent(ctx, { folder, name }, { ...put, actor });
      return true;
    });
    if (!isPut) throw new AppError('UNAVAILABLE', `${file} is there, but it is a link or no file.`);
  });
}

async function alone<T>(ctx: Ctx, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await whileAlone(ctx, async () => {
      await settleFile(ctx, file);
      return work();
    });
  } catch (error) {
    const known = toStorageError(error);
    if (known !== error) ctx.log.warn({ err: error, file }, 'A database could not be changed');
    throw known;
  }
}
