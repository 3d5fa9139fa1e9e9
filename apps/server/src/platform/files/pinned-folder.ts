import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { syncFolder } from './sync-folder.ts';

/** An open folder. Paths below `path` stay in it, even if another folder replaces it meanwhile. */
export type PinnedFolder = { path: string; sync(): Promise<void>; close(): Promise<void> };

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** Opens a folder; fails for a symbolic link. */
export async function pinFolder(path: string): Promise<PinnedFolder> {
  if (process.platform !== 'linux') return checkFolder(path);
  const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  return { path: `/proc/self/fd/${handle.fd}`, sync: () => handle.sync(), close: () => handle.close() };
}

/** Other systems have no path for an open folder, so it could be replaced at the wrong moment there. */
async function checkFolder(path: string): Promise<PinnedFolder> {
  if (!(await lstat(path)).isDirectory()) throw Object.assign(new Error('This is not a folder'), { code: 'ENOTDIR' });
  return { path, sync: () => syncFolder(path), close: () => Promise.resolve() };
}
