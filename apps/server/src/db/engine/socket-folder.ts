import { chown, mkdir, mkdtemp, readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { socketPort } from './connection.ts';
import type { DatabaseLocation } from './database-location.ts';

// sun_path holds 104 bytes on macOS and 108 on Linux, the last one a zero.
const maxPathBytes = 103;
const socketName = `.s.PGSQL.${socketPort}`;

/** A private folder for the socket: beside the cluster, or in /tmp where that path is too long for the system. */
export async function makeSocketFolder(location: DatabaseLocation): Promise<string> {
  const beside = join(location.folder, 'socket');
  await removeSocketFolder(beside);
  const folder = fits(beside) ? beside : await mkdtemp('/tmp/tribehall-db-');
  if (folder === beside) await mkdir(beside, { mode: 0o700 });
  if (location.user) await chown(folder, location.user.uid, location.user.gid);
  return folder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= maxPathBytes;
}

/** Removes the socket folder that the PID file of an earlier server names, if the portal can have created it. */
export async function removeAbandonedSocketFolder(folder: string): Promise<void> {
  if (/^\/tmp\/tribehall-db-[A-Za-z0-9]{6}$/.test(folder)) await removeSocketFolder(folder);
}

/** Removes only sockets and the empty folder: root must not delete a tree that another user can modify. */
export async function removeSocketFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (name.startsWith(socketName)) await unlink(join(folder, name)).catch(() => undefined);
  }
  await rmdir(folder).catch(() => undefined);
}
