import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { inFolder, makeFolders, type TreePath } from '../../platform/files/file-tree.ts';
import { isTaken, moveTemp, readStamp, removeTemps, writeTemp } from '../../platform/files/tree-file.ts';
import { publishLive } from '../events/events.service.ts';
import { applyVersion, FileChangedError, newVersion, type Commit } from './commit.service.ts';
import {
  readAnySnapshot,
  readContent,
  type DatabaseContent,
  type DatabaseSnapshot,
  type LargeSnapshot,
} from './database-snapshot.ts';
import * as store from './databases.store.ts';
import { compareWithStored, isMirrorName, type Agreed, type Mirror } from './mirror-records.ts';

/** Tells the other portals that a file has a new version. */
export const mirrorSubject = 'databases.mirror';

type Local = DatabaseSnapshot | LargeSnapshot;

/** What everyone has to see: never older than what any portal has acknowledged. Undefined if there is no such database. */
export async function readCurrent(
  ctx: Ctx,
  file: string,
): Promise<DatabaseSnapshot | DatabaseContent | LargeSnapshot | undefined> {
  const { mirror } = ctx.state.databases;
  if (!mirror) return readAnySnapshot(ctx, file);
  if (!isMirrorName(file)) return undefined;
  // In this order, so that a version that is pulled meanwhile does not look like a change by hand.
  const agreed = mirror.records.get(file);
  const local = await readAnySnapshot(ctx, file);
  const newest = await store.findNewest(ctx.db, file);
  if (!newest || local?.version === newest.version) return local;
  wantUnlessProblem(mirror, file);
  if (local && local.content === undefined) return local;
  if (local) {
    const relation = compareWithStored(local, agreed, await store.listVersions(ctx.db, file));
    if (relation === 'same' || relation === 'edited') return local;
  }
  const stored = await store.findNewestContent(ctx.db, file);
  return stored && { file, content: stored.content, ...(await readContent(ctx, stored.content)) };
}

export function requestSync(mirror: Mirror, file: string): void {
  mirror.wanted.add(file);
  mirror.wake();
}

/** What could not be brought in line is tried again later. */
export function wantUnlessProblem(mirror: Mirror, file: string): void {
  if (!mirror.problems.has(file)) requestSync(mirror, file);
}

/**
 * Brings a file in line with PostgreSQL: stores what was changed by hand, and replaces what is stale. Returns the newest
 * stored version. The caller holds the write lock, and flushes the records.
 */
export async function syncFile(ctx: Ctx, mirror: Mirror, file: string): Promise<store.VersionRow | undefined> {
  const local = await readAnySnapshot(ctx, file);
  const history = await store.listVersions(ctx.db, file);
  const [newest] = history;
  const agreed = mirror.records.get(file);
  if (!local) {
    if (!newest) agree(mirror, file, undefined);
    else await pull(ctx, mirror, { file, newest, local, isPutBack: agreed !== undefined });
    return newest;
  }
  if (local.content === undefined) {
    warnOnce(ctx, mirror, file, 'This file was changed by hand and is too large to be stored');
    mirror.stamps.set(file, local.stamp);
    return newest;
  }
  const relation = compareWithStored(local, agreed, history);
  if (relation === 'edited') return importFound(ctx, mirror, { ...local, newest });
  if (relation === 'same') {
    agree(mirror, file, newest, local.stamp);
    return newest;
  }
  if (relation === 'both') {
    const found = await storeBeside(ctx, { ...local, newest, agreed });
    ctx.log.warn(
      { file, found },
      'A database was changed by hand here, and meanwhile on another portal: the other change stays, this one is among its versions',
    );
  }
  if (newest) await pull(ctx, mirror, { file, newest, local });
  return newest;
}

/** A change by hand becomes the newest version. */
async function importFound(
  ctx: Ctx,
  mirror: Mirror,
  { file, content, version, changedAt, stamp, newest }: DatabaseSnapshot & { newest: store.VersionRow | undefined },
): Promise<store.VersionRow> {
  const row = {
    ...newFound(ctx, { file, content, version, changedAt }),
    number: (newest?.number ?? 0) + 1,
    previous: newest?.version ?? null,
  };
  await inTransaction(ctx, async (ctx) => {
    await lockNewest(ctx, file, newest);
    await store.insertVersions(ctx.db, [row]);
    await store.pruneVersions(ctx.db, file, databaseLimits.maxVersions);
    publishLive(ctx, 'databases', 'changed', { file, version });
    ctx.bus.publish(mirrorSubject, { file, from: mirror.id });
  });
  ctx.log.info({ file, version }, 'A change of a database by hand has been stored');
  agree(mirror, file, row, stamp);
  return { ...row, bytes: content.length };
}

/** A change by hand that comes too late becomes the version before the newest. */
async function storeBeside(
  ctx: Ctx,
  { newest, agreed, ...found }: DatabaseSnapshot & { newest: store.VersionRow | undefined; agreed: Agreed | undefined },
): Promise<string> {
  const { file, version } = found;
  await inTransaction(ctx, async (ctx) => {
    await lockNewest(ctx, file, newest);
    const number = newest?.number ?? 1;
    if (newest) await store.renumber(ctx.db, newest.id, number + 1);
    await store.insertVersions(ctx.db, [{ ...newFound(ctx, found), number, previous: agreed?.version ?? null }]);
    await store.pruneVersions(ctx.db, file, databaseLimits.maxVersions);
  });
  if (newest) newest.number += 1;
  return version;
}

type Found = Pick<DatabaseSnapshot, 'file' | 'content' | 'version' | 'changedAt'>;

function newFound(ctx: Ctx, { file, content, version, changedAt }: Found) {
  const now = ctx.clock();
  const by = { guildId: null, actorId: null, actor: null, address: null, tokenName: null };
  const at = changedAt < now ? changedAt : now;
  return { id: randomUUID(), file, content, version, at, ...by, state: 'applied' as const, kind: 'found' as const };
}

/** Even if the write lock was lost: nothing is added to a version that is no longer the newest. */
async function lockNewest(ctx: Ctx, file: string, newest: store.VersionRow | undefined): Promise<void> {
  await store.lockVersions(ctx.db);
  if ((await store.findNewest(ctx.db, file))?.id !== newest?.id) throw new AppError('LOCKED');
}

type Pull = { file: string; newest: store.VersionRow; local: Local | undefined; isPutBack?: boolean };

async function pull(ctx: Ctx, mirror: Mirror, { file, newest, local, isPutBack = false }: Pull): Promise<void> {
  const root = ctx.state.databases.folder;
  const stored = await store.findContent(ctx.db, file, newest.id);
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  if (!stored || !isMirrorName(file)) return;
  await mkdir(root, { recursive: true, mode: 0o700 });
  await makeFolders(root, parts);
  const isPlaced = await inFolder(root, parts, async (folder) => {
    if (!local && (await isTaken({ folder, name }))) return false;
    await placeContent({ folder, name }, stored.content, local);
    return true;
  });
  if (isPlaced !== true)
    return warnOnce(ctx, mirror, file, 'This database cannot be written: there is a link, or no regular file');
  if (isPutBack)
    ctx.log.warn({ file }, 'A database was deleted by hand: it is stored in PostgreSQL and has been put back');
  agree(mirror, file, newest);
}

/** Replaces the file, unless another program has changed it. */
async function placeContent(path: TreePath, content: Buffer, before: Local | undefined): Promise<void> {
  const temp = await writeTemp(path.folder, content, before?.owner);
  try {
    if ((await readStamp(path))?.stamp !== before?.stamp) throw new FileChangedError('The file was changed');
    await moveTemp(path, temp);
  } catch (error) {
    await removeTemps(path.folder).catch(() => {});
    throw error;
  }
  await path.folder.sync();
}

/** Without a stamp it is compared once more: the file may have been changed since it was written. */
function agree(mirror: Mirror, file: string, newest: Agreed | undefined, stamp?: string): void {
  mirror.records.set(file, newest);
  mirror.problems.delete(file);
  if (stamp === undefined) mirror.stamps.delete(file);
  else mirror.stamps.set(file, stamp);
}

export function warnOnce(ctx: Ctx, mirror: Mirror, file: string, problem: string): void {
  if (mirror.problems.get(file) !== problem) ctx.log.warn({ file }, problem);
  mirror.problems.set(file, problem);
}

/**
 * Stores the new content as the newest version, then replaces the file of this portal. Whenever that stops, PostgreSQL has
 * the old or the new content, and the file follows. The caller holds the write lock and has synchronized the file.
 */
export async function commitMirrored(
  ctx: Ctx,
  path: TreePath,
  { mirror, newest, ...commit }: Commit & { mirror: Mirror; newest: store.VersionRow | undefined },
): Promise<void> {
  const { file, before } = commit;
  const temp = await writeTemp(path.folder, commit.content, before?.owner);
  let isMoved = false;
  try {
    const number = (newest?.number ?? 0) + 1;
    const row = newVersion(ctx, commit);
    await inTransaction(ctx, async (ctx) => {
      await lockNewest(ctx, file, newest);
      await store.insertVersions(ctx.db, [{ ...row, number, state: 'applied' }]);
      await applyVersion(ctx, { ...row, bytes: commit.content.length });
      await commit.also?.(ctx);
      ctx.bus.publish(mirrorSubject, { file, from: mirror.id });
      // As late as possible: a change by another program is to be stored first.
      if ((await readStamp(path))?.stamp !== before?.stamp) throw new FileChangedError('The file was changed');
    });
    try {
      if ((await readStamp(path))?.stamp !== before?.stamp) throw new FileChangedError('The file was changed');
      await moveTemp(path, temp);
      isMoved = true;
      await path.folder.sync();
      agree(mirror, file, { number, version: row.version });
      await mirror.records.flush();
    } catch (err) {
      // It is stored: the file follows.
      ctx.log.warn({ err, file }, 'A database is stored, but its file could not be replaced yet');
      requestSync(mirror, file);
    }
  } finally {
    if (!isMoved) await removeTemps(path.folder).catch(() => {});
  }
}
