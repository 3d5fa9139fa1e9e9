import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLocation } from './database-location.ts';

const prefix = 'partial-';

/** A folder for something that is renamed to its real name when complete; a kill leaves it to the next start. */
export async function withPartialFolder<T>(
  location: DatabaseLocation,
  build: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(location.folder, prefix));
  try {
    if (location.user) await chmod(folder, 0o711);
    return await build(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function removePartialFolders(location: DatabaseLocation): Promise<void> {
  const names = await readdir(location.folder);
  await removeAll(
    location.folder,
    names.filter((name) => name.startsWith(prefix)),
  );
}

export async function removeAll(folder: string, names: string[]): Promise<void> {
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
