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
 * Sets the engine up beside the data, once per version: node_modules may be read-only, closed to the database's user,
 * or lack the library links.
 */
export async function ensureEngineCopy(location: DatabaseLocation, source: EnginePackage): Promise<string> {
  const engineFolder = join(location.folder, `engine-${source.label}`);
  if (await stat(engineFolder).catch(() => undefined)) return engineFolder;
  await withPartialFolder(location, async (partial) => {
    const copy = join(partial, 'engine');
    await placeFolder(join(source.root, 'native'), copy);
    await makeLibraryLinks(source.root, copy);
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

export async function placeFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  // Said again, because the portal's umask may have taken it away.
  await chmod(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) return placeFolder(source, target);
      if (entry.isSymbolicLink()) return symlink(await readlink(source), target);
      return placeFile(source, target, basename(from) === 'bin' ? 0o755 : 0o644);
    }),
  );
}

/** Links where everybody may use the file as it is, which costs no space and no time; copies elsewhere. */
async function placeFile(source: string, target: string, mode: number): Promise<void> {
  const isOpen = ((await stat(source)).mode & mode) === mode;
  const isLinked =
    isOpen &&
    (await link(source, target).then(
      () => true,
      () => false,
    ));
  if (isLinked) return;
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, mode);
  await flush(target);
}

/** The engine's final name must not outlive its contents in a power cut. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** npm packages cannot hold links, so the package lists them; its install script that makes them may be blocked. */
async function makeLibraryLinks(packageRoot: string, copy: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const name = join(copy, relative('native', target));
    await symlink(relative(dirname(target), source), name).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
  }
}
