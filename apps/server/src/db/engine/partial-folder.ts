import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLocation } from './database-location.ts';

const prefix = 'partial-';

/** A temporary folder for contents that are renamed when complete. After a kill, the next start removes it. */
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
