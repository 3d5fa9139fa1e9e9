import { randomUUID } from 'node:crypto';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { TreePlace } from '../../platform/files/file-tree.ts';
import {
  moveTemp,
  readStamp,
  removeFile,
  removeTemps,
  writeTemp,
  type FileOwner,
  type FileStamp,
} from '../../platform/files/tree-file.ts';
import type { Actor } from '../audit/audit.service.ts';
import { applyVersion } from './apply.service.ts';
import { versionOf } from './database-state.ts';
import * as store from './databases.store.ts';

export type Put = {
  file: string;
  /** Undefined where there was none; without a content where that is too large to be kept. */
  before: (FileStamp & { version: string; content?: Buffer | undefined }) | undefined;
  content: Buffer;
  kind: 'saved' | 'restored';
  guildId: string | null;
  actor: Actor;
  /** Belongs to it: done in the same transaction. */
  also?: ((ctx: Ctx) => Promise<void>) | undefined;
};

/** Someone changed the file at the host since it was read. */
export class ChangedMeanwhileError extends Error {}

/** The file could not be put in its place. */
class MoveError extends Error {}

/**
 * Puts a content in the place of another one, for whoever is alone. First it is safe beside the old one, then it is
 * written down, then it takes its place: whenever that ends early, the file is the old or the new one, and who comes
 * next can tell which.
 */
export async function putContent(ctx: Ctx, place: TreePlace, put: Put): Promise<void> {
  const temp = await writeTemp(place.folder, put.content, put.before?.owner);
  let isMoved = false;
  try {
    const row = await writeDown(ctx, put);
    await inTransaction(ctx, async (ctx) => {
      // Where the lock was lost meanwhile, another one may have settled it.
      if (!(await store.lockPending(ctx.db, row.id))) throw new AppError('LOCKED');
      isMoved = await move(place, temp, put.before);
      await applyVersion(ctx, row);
      await put.also?.(ctx);
    }).catch(async (error: unknown) => {
      if (!(error instanceof MoveError)) throw error;
      await store.deletePending(ctx.db, row.id);
      throw error.cause;
    });
  } finally {
    if (!isMoved) await removeTemps(place.folder).catch(() => {});
  }
}

/** What someone wrote into the file by hand is kept, too. */
async function writeDown(ctx: Ctx, put: Put): Promise<Omit<store.VersionRow, 'state' | 'number'>> {
  const { file, before, content, kind, guildId, actor } = put;
  const newest = await store.findNewest(ctx.db, file);
  const number = (newest?.number ?? 0) + 1;
  const at = ctx.clock();
  const by = { actorId: actor.userId, actor: actor.username, address: actor.address };
  const change = { previous: before?.version ?? null, version: versionOf(content), guildId, ...by };
  const row = { id: randomUUID(), file, kind, at, content, ...change };
  const rows: store.VersionInsert[] = [{ ...row, number: number + 1, state: 'pending' }];
  if (before && !before.content) ctx.log.warn({ file }, 'What was in this database is too large: it is not kept');
  if (before?.content && before.version !== newest?.version) {
    const { version, content, changedAt } = before;
    const found = { id: randomUUID(), file, number, version, content, at: changedAt < at ? changedAt : at };
    rows.unshift({ ...found, state: 'applied', kind: 'found', previous: newest?.version ?? null });
  }
  await store.insertVersions(ctx.db, rows);
  return { ...row, bytes: content.length };
}

async function move(place: TreePlace, temp: string, before: Put['before']): Promise<true> {
  let isMoved = false;
  try {
    // As late as can be: a change that someone makes by hand is not written over.
    if ((await readStamp(place))?.stamp !== before?.stamp) throw new ChangedMeanwhileError('The file was changed');
    await moveTemp(place, temp);
    isMoved = true;
    await place.folder.sync();
    return true;
  } catch (cause) {
    // Nobody may rely on a name that the drive did not confirm, nor is it said to have been changed.
    if (isMoved) await undo(place, before).catch(() => {});
    throw new MoveError('The file could not be put in its place', { cause });
  }
}

async function undo(place: TreePlace, before: Put['before']): Promise<void> {
  if (!before) return removeFile(place);
  if (before.content) await putBack(place, before.content, before.owner);
}

async function putBack(place: TreePlace, content: Buffer, owner: FileOwner): Promise<void> {
  await moveTemp(place, await writeTemp(place.folder, content, owner));
  await place.folder.sync();
}
