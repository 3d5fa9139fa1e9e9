import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { stampOf, type TreePath } from './file-tree.ts';
import { orGone } from './or-nothing.ts';
import type { PinnedFolder } from './pinned-folder.ts';
import { writeAll } from './write-all.ts';

/** The owner and mode of a file. */
export type FileOwner = { mode: number; uid: number; gid: number };
export type FileStamp = { changedAt: Date; stamp: string; owner: FileOwner };
export type WholeFile = FileStamp & { content: Buffer };

/** The file is larger than the limit. */
export class FileTooLargeError extends Error {}

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
const [O_NOFOLLOW, O_NONBLOCK] = process.platform === 'win32' ? [0, 0] : [constants.O_NOFOLLOW, constants.O_NONBLOCK];
/** Starts with a dot, so that it is never listed. */
const tempRule = /^\.tribehall-[0-9a-f]{16}\.tmp$/;

/** Reads a regular file without further hard links; undefined if there is none. */
export async function readWhole(file: TreePath, maxBytes: number): Promise<WholeFile | undefined> {
  // Without O_NONBLOCK, opening a pipe that replaced the file would block.
  const handle = await orGone(open(pathOf(file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  if (!handle) return undefined;
  try {
    const state = await handle.stat({ bigint: true });
    if (!state.isFile() || state.nlink !== 1n) return undefined;
    return { content: await readAll(handle, Number(state.size), maxBytes), ...describe(state) };
  } finally {
    await handle.close();
  }
}

/** What identifies this version of a file, and its owner; undefined if it does not exist. */
export async function readStamp(file: TreePath): Promise<FileStamp | undefined> {
  const handle = await orGone(open(pathOf(file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  if (!handle) return undefined;
  try {
    return describe(await handle.stat({ bigint: true }));
  } finally {
    await handle.close();
  }
}

/** Whether anything of that name exists, including a symbolic link. */
export async function isTaken(file: TreePath): Promise<boolean> {
  return (await orGone(lstat(pathOf(file)))) !== undefined;
}

/** Writes and flushes a temporary file in the same folder; returns its name. */
export async function writeTemp(folder: PinnedFolder, content: Buffer, owner: FileOwner | undefined): Promise<string> {
  const name = `.tribehall-${randomBytes(8).toString('hex')}.tmp`;
  const handle = await open(pathOf({ folder, name }), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    if (owner) await giveTo(handle, owner);
    const { error } = await writeAll(handle, [content], 0);
    if (error !== undefined) throw toError(error);
    await handle.sync();
  } catch (error) {
    await removeFile({ folder, name }).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  return name;
}

/** Replaces the file atomically. */
export async function moveTemp({ folder, name }: TreePath, temp: string): Promise<void> {
  await rename(pathOf({ folder, name: temp }), pathOf({ folder, name }));
}

export async function removeFile(file: TreePath): Promise<void> {
  await rm(pathOf(file), { force: true });
}

/** Removes temporary files of killed processes. The caller makes sure that no process is writing one. */
export async function removeTemps(folder: PinnedFolder): Promise<void> {
  const orphaned = (await readdir(folder.path)).filter((name) => tempRule.test(name));
  for (const name of orphaned) await removeFile({ folder, name });
}

/** Restores owner and mode; without the permission to change the owner, this process remains the owner. */
async function giveTo(handle: FileHandle, { mode, uid, gid }: FileOwner): Promise<void> {
  const own = await handle.stat();
  const isGiven = own.uid === uid && own.gid === gid ? true : await handle.chown(uid, gid).then(yes, no);
  // If the owner could not be restored, this process's group must not get the original group's permissions.
  await handle.chmod(isGiven ? mode : mode & 0o700);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('The drive accepted no bytes', { cause: error });
}

const yes = () => true;
const no = () => false;

function pathOf({ folder, name }: TreePath): string {
  return `${folder.path}/${name}`;
}

function describe(state: BigIntStats): FileStamp {
  const owner = { mode: Number(state.mode & 0o777n), uid: Number(state.uid), gid: Number(state.gid) };
  return { changedAt: state.mtime, stamp: stampOf(state), owner };
}

/** The file may grow while it is read. */
async function readAll(handle: FileHandle, bytes: number, maxBytes: number): Promise<Buffer> {
  if (bytes > maxBytes) throw new FileTooLargeError('The file is too large');
  const chunks: Buffer[] = [];
  for (let taken = 0, size = bytes + 1; ; size = 65_536) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(size), 0, size, taken);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    taken += bytesRead;
    if (taken > maxBytes) throw new FileTooLargeError('The file is too large');
  }
}
