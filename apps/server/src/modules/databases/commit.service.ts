import { randomUUID } from 'node:crypto';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { TreePath } from '../../platform/files/file-tree.ts';
import {
  moveTemp,
  readStamp,
  removeFile,
  removeTemps,
  writeTemp,
  type FileOwner,
  type FileStamp,
} from '../../platform/files/tree-file.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { versionOf } from './database-snapshot.ts';
import * as store from './databases.store.ts';

export type Commit = {
  file: string;
  /** Undefined for a new file; without its content if that is too large to be stored. */
  before: (FileStamp & { version: string; content?: Buffer | undefined }) | undefined;
  content: Buffer;
  kind: 'saved' | 'restored';
  guildId: string | null;
  actor: Actor;
  /** Runs in the same transaction. */
  also?: ((ctx: Ctx) => Promise<void>) | undefined;
};

/** Another program changed the file since it was read. */
export class FileChangedError extends Error {}

/** The file could not be replaced. */
class MoveError extends Error {}

/**
 * Replaces the content of a file; the caller holds the write lock. The new content is flushed to a temporary file, then
 * stored as pending, then renamed: whenever that stops, the file has the old or the new content, and recovery can tell
 * which.
 */
export async function commitContent(ctx: Ctx, path: TreePath, commit: Commit): Promise<void> {
  const temp = await writeTemp(path.folder, commit.content, commit.before?.owner);
  let isMoved = false;
  try {
    const row = await insertPending(ctx, commit);
    await inTransaction(ctx, async (ctx) => {
      // If the lock was lost, another process may have recovered it.
      if (!(await store.lockPending(ctx.db, row.id))) throw new AppError('LOCKED');
      isMoved = await move(path, temp, commit.before);
      await applyVersion(ctx, row);
      await commit.also?.(ctx);
    }).catch(async (error: unknown) => {
      if (!(error instanceof MoveError)) throw error;
      await store.deletePending(ctx.db, row.id);
      throw error.cause;
    });
  } finally {
    if (!isMoved) await removeTemps(path.folder).catch(() => {});
  }
}

/** Write-ahead: the new version is stored as pending. What someone wrote to the file by hand is stored as a version, too. */
async function insertPending(ctx: Ctx, commit: Commit): Promise<Omit<store.VersionRow, 'state' | 'number'>> {
  const { file, before } = commit;
  const newest = await store.findNewest(ctx.db, file);
  const number = (newest?.number ?? 0) + 1;
  const row = newVersion(ctx, commit);
  const { at } = row;
  const rows: store.VersionInsert[] = [{ ...row, number: number + 1, state: 'pending' }];
  if (before && !before.content)
    ctx.log.warn({ file }, 'The earlier content of this database is too large to be stored as a version');
  if (before?.content && before.version !== newest?.version) {
    const { version, content, changedAt } = before;
    const found = { id: randomUUID(), file, number, version, content, at: changedAt < at ? changedAt : at };
    rows.unshift({ ...found, state: 'applied', kind: 'found', previous: newest?.version ?? null });
  }
  await store.insertVersions(ctx.db, rows);
  return { ...row, bytes: row.content.length };
}

export function newVersion(ctx: Ctx, { file, before, content, kind, guildId, actor }: Commit) {
  const by = {
    actorId: actor.userId,
    actor: actor.username,
    address: actor.address,
    tokenName: actor.token?.name ?? null,
  };
  const change = { previous: before?.version ?? null, version: versionOf(content), guildId, ...by };
  return { id: randomUUID(), file, kind, at: ctx.clock(), content, ...change };
}

async function move(path: TreePath, temp: string, before: Commit['before']): Promise<true> {
  let isMoved = false;
  try {
    // As late as possible: a change by another program must not be overwritten.
    if ((await readStamp(path))?.stamp !== before?.stamp) throw new FileChangedError('The file was changed');
    await moveTemp(path, temp);
    isMoved = true;
    await path.folder.sync();
    return true;
  } catch (cause) {
    // The rename was not flushed, so the write fails and must not be visible.
    if (isMoved) await undo(path, before).catch(() => {});
    throw new MoveError('The file could not be replaced', { cause });
  }
}

async function undo(path: TreePath, before: Commit['before']): Promise<void> {
  if (!before) return removeFile(path);
  if (before.content) await putBack(path, before.content, before.owner);
}

async function putBack(path: TreePath, content: Buffer, owner: FileOwner): Promise<void> {
  await moveTemp(path, await writeTemp(path.folder, content, owner));
  await path.folder.sync();
}

const actions = { saved: 'databases.save', restored: 'databases.restore', found: 'databases.find' } as const;

/** Makes a pending version, whose content is in the file now, the current one. Runs in a transaction. */
export async function applyVersion(ctx: Ctx, row: Omit<store.VersionRow, 'state' | 'number'>): Promise<void> {
  const { id, file, kind, guildId, previous, version, bytes } = row;
  await store.applyPending(ctx.db, id);
  await store.pruneVersions(ctx.db, file, databaseLimits.maxVersions);
  const details = { guildId, before: previous, after: version, bytes };
  await record(ctx, actorOf(row), { action: actions[kind], target: file, outcome: 'done', details });
  publishLive(ctx, 'databases', 'changed', { file, version });
}

type By = Pick<store.VersionRow, 'actorId' | 'actor' | 'address' | 'tokenName'>;

function actorOf({ actorId, actor, address, tokenName }: By): Actor {
  const token = tokenName === null ? undefined : { name: tokenName };
  return { userId: actorId, username: actor ?? '', address: address ?? '', token };
}
