import {
  chmod,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import type { DatabaseLocation } from './database-location.ts';
import { syncFolder } from './database-record.ts';
import { isErrno } from './engine-error.ts';
import type { EnginePackage } from './engine-package.ts';
import { removeAll, withPartialFolder } from './partial-folder.ts';

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Copies the engine into the data folder, once per version: node_modules may be read-only, not accessible to the
 * database's user, or lack the symlinks of the libraries.
 */
export async function ensureEngineCopy(location: DatabaseLocation, source: EnginePackage): Promise<string> {
  const engineFolder = join(location.folder, `engine-${source.label}`);
  if (await stat(engineFolder).catch(() => undefined)) return engineFolder;
  await withPartialFolder(location, async (partial) => {
    const copy = join(partial, 'engine');
    await linkOrCopyFolder(join(source.root, 'native'), copy);
    await createLibrarySymlinks(source.root, copy);
    await rename(copy, engineFolder);
    await syncFolder(location.folder);
  });
  return engineFolder;
}

export async function removeOtherEngines(location: DatabaseLocation, engineFolder: string): Promise<void> {
  const names = await readdir(location.folder);
  await removeAll(
    location.folder,
    names.filter((name) => name.startsWith('engine-') && name !== basename(engineFolder)),
  );
}

export async function linkOrCopyFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  // mkdir applies the portal's umask, chmod does not.
  await chmod(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) return linkOrCopyFolder(source, target);
      if (entry.isSymbolicLink()) return symlink(await readlink(source), target);
      return linkOrCopyFile(source, target, basename(from) === 'bin' ? 0o755 : 0o644);
    }),
  );
}

/** Creates a hard link if the file's mode is sufficient, which costs no space and no time; otherwise copies it. */
async function linkOrCopyFile(source: string, target: string, mode: number): Promise<void> {
  const isSufficient = ((await stat(source)).mode & mode) === mode;
  const isLinked =
    isSufficient &&
    (await link(source, target).then(
      () => true,
      () => false,
    ));
  if (isLinked) return;
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, mode);
  await flush(target);
}

/** The contents must be on the disk before the folder gets its final name, in case of a power cut. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** npm packages can't contain symlinks: the package lists them, but its install script may be blocked. */
async function createLibrarySymlinks(packageRoot: string, copy: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const name = join(copy, relative('native', target));
    await symlink(relative(dirname(target), source), name).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
  }
}
