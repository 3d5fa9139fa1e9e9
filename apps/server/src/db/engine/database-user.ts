import { once } from 'node:events';
import { chmod, lchown, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { EngineError, isErrno } from './engine-error.ts';
import { type DatabaseUser, spawnAs } from './spawn-as.ts';

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root: it then runs as the owner of the existing cluster, or as nobody. */
export async function findDatabaseUser(clusterFolder: string): Promise<DatabaseUser> {
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (!isRoot()) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new EngineError(
        `The database in ${clusterFolder} belongs to another user (uid ${owner.uid}). Start the portal as that user or as root, or give the folder to ` +
          `this user: sudo chown -R ${process.getuid?.()} ${clusterFolder}`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
  return findNobody();
}

async function findNobody(): Promise<DatabaseUser> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [name, , uid, gid] = /^nobody:.*$/m.exec(passwd)?.[0].split(':') ?? [];
  if (!name || !uid || !gid) {
    throw new EngineError(
      'PostgreSQL does not run as root and /etc/passwd has no user "nobody". Add one, start the portal as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(uid), gid: Number(gid), name };
}

/** initdb requires a user name, and in containers the user id often has none. */
export function requireNamedUser(): void {
  try {
    userInfo();
  } catch (cause) {
    throw new EngineError(
      `PostgreSQL needs a user with a name, and user id ${process.getuid?.()} has no entry in /etc/passwd. Add one, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** Tries to enter the folder instead of reading mode bits: ACLs, mount options and namespaces matter, too. */
export async function canReach(user: DatabaseUser, folder: string): Promise<boolean> {
  if (!user) return true;
  try {
    const child = await spawnAs(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]);
    child.stderr.resume();
    const [code]: unknown[] = await once(child, 'exit');
    return code === 0;
  } catch (cause) {
    if (!isErrno(cause, 'EPERM')) throw cause;
    throw new EngineError(
      `The portal runs as root but may not start PostgreSQL as ${user.name}. Start it as an ordinary user, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/**
 * Makes a cluster usable that was copied without its owner and mode: one of root is given to the user who runs the
 * database, because PostgreSQL never runs as root, and others may not read it.
 */
export async function takeOverCluster(
  clusterFolder: string,
  user: DatabaseUser,
  print: (line: string) => void,
): Promise<void> {
  const state = await stat(clusterFolder).catch(() => undefined);
  if (!state) return;
  const isLink = (await lstat(clusterFolder)).isSymbolicLink();
  if (user && state.uid === 0) {
    // Root may have been led here by what another user can write: nothing but a database is given away.
    if (isLink || !(await isCluster(clusterFolder))) throw notGiven(clusterFolder, user.name);
    print(`The database in ${clusterFolder} was copied without its owner: it is given to ${user.name}, who runs it.`);
    await giveTo(clusterFolder, user);
  }
  // PostgreSQL accepts 0700 and 0750 only.
  if (!isLink && (state.mode & 0o027) !== 0) await chmod(clusterFolder, 0o700);
}

async function isCluster(folder: string): Promise<boolean> {
  const version = await lstat(join(folder, 'PG_VERSION')).catch(() => undefined);
  return version?.isFile() === true;
}

function notGiven(clusterFolder: string, name: string): EngineError {
  return new EngineError(
    `${clusterFolder} belongs to root, is a link or has no database in it, and is not given to ${name}, who runs the database. ` +
      `If it is the portal's, give it to that user: chown -R ${name}: ${clusterFolder}/`,
  );
}

/** The folder itself last: as long as it belongs to root, the next start goes on with this. */
async function giveTo(folder: string, { uid, gid }: NonNullable<DatabaseUser>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(path, { uid, gid, name: '' });
    else await lchown(path, uid, gid);
  }
  await lchown(folder, uid, gid);
}
