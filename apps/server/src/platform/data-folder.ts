import { accessSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Files that the portal made, and that only its user can read. */
const ownFiles = ['secret.key', 'database.json', 'logs', 'database'];

/** Creates the data folder, and returns why it cannot be used, as a sentence; undefined if it can. */
export function prepareDataFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    return reasonOf(folder, error);
  }
  return findFolderFault(folder);
}

/** Why the folder cannot be used, as a sentence; undefined if it can. Changes nothing. */
export function findFolderFault(folder: string): string | undefined {
  try {
    readdirSync(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return reasonOf(folder, error);
  }
  const foreign = ownFiles.map((name) => join(folder, name)).find(isForeign);
  if (foreign === undefined) return undefined;
  return `${foreign} belongs to ${ownerOf(foreign)}, and this is ${thisUser()}. ${cureFor(folder, foreign)}`;
}

function isForeign(path: string): boolean {
  const user = process.getuid?.();
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  // Root may read and write everything; the database has a user of its own then.
  return user !== undefined && user !== 0 && owner !== undefined && owner !== user;
}

function reasonOf(folder: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    const owner = ownerOf(folder);
    return owner === undefined
      ? `DATA_DIR (${folder}) cannot be created by ${thisUser()}. Create it for this user, or set DATA_DIR to another folder.`
      : `DATA_DIR (${folder}) belongs to ${owner} and cannot be written by ${thisUser()}. ${cureFor(folder, folder)}`;
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') return `DATA_DIR (${folder}) is not a folder.`;
  if (code === 'EROFS') return `DATA_DIR (${folder}) is on a read-only file system. Set DATA_DIR to another folder.`;
  if (code === 'ENOENT') return `DATA_DIR (${folder}) does not exist.`;
  return `DATA_DIR (${folder}) cannot be used: ${message}`;
}

function cureFor(folder: string, path: string): string {
  const user = userInfo().username;
  return `Run Tribehall as ${ownerOf(path) ?? 'the owner'}, or give the folder to this user: sudo chown -R ${user}: ${folder}`;
}

function thisUser(): string {
  const { username, uid } = userInfo();
  return `the user ${username} (${uid})`;
}

function ownerOf(path: string): string | undefined {
  try {
    return `the user with the number ${statSync(path).uid}`;
  } catch {
    return undefined;
  }
}
