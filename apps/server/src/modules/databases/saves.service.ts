import { mkdir } from 'node:fs/promises';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { atFile, inFolder, makeFolders } from '../../platform/files/file-tree.ts';
import { isTaken } from '../../platform/files/tree-file.ts';
import type { Actor } from '../audit/audit.service.ts';
import {
  isDatabase,
  readAnyState,
  readContent,
  readState,
  type DatabaseState,
  type LargeState,
} from './database-state.ts';
import { databasesFolder } from './databases-folder.ts';
import { ChangedMeanwhileError, putContent, type Put } from './put.service.ts';
import { whileAlone } from './saves-queue.ts';
import { settleFile } from './settle.service.ts';
import { noDatabase, tooLarge, toStorageError } from './storage-errors.ts';

/** So often a program that writes the file all the time is given way to. */
const maxAttempts = 5;

type Change = Pick<Put, 'kind' | 'guildId' | 'also'> & {
  /** Makes the new content from what is there. Whatever it throws, nothing is changed. */
  next: (state: DatabaseState | LargeState) => Promise<Buffer> | Buffer;
};

/** Changes a database. Once it answers, the change is safe; answers what the file is then. Not for use in a transaction. */
export async function changeDatabase(ctx: Ctx, actor: Actor, file: string, change: Change): Promise<DatabaseState> {
  // Before anyone has to wait for it.
  if (!(await isDatabase(ctx, file))) throw noDatabase();
  return alone(ctx, file, async () => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await changeOnce(ctx, actor, file, change);
      } catch (error) {
        // Again, from what someone has written into it by hand.
        if (!(error instanceof ChangedMeanwhileError)) throw error;
        if (attempt === maxAttempts) throw new AppError('LOCKED', 'Another program keeps changing this file.');
      }
  });
}

async function changeOnce(ctx: Ctx, actor: Actor, file: string, change: Change): Promise<DatabaseState> {
  const before = await readAnyState(ctx, file);
  if (!before) throw noDatabase();
  const content = await change.next(before);
  if (content.length > databaseLimits.maxBytes) throw tooLarge();
  const { kind, guildId, also } = change;
  if (before.content?.equals(content)) {
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
      await putContent(ctx, { folder, name }, { ...put, actor }).catch(ignoreChanged);
      return true;
    });
    if (!isPut) throw new AppError('UNAVAILABLE', `${file} is there, but it is a link or no file.`);
  });
}

/** Who made one by hand meanwhile has made it. */
function ignoreChanged(error: unknown): void {
  if (!(error instanceof ChangedMeanwhileError)) throw error;
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
