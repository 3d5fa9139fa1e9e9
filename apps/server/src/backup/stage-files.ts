import { randomBytes } from 'node:crypto';
import { copyFile, constants, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Dump } from '../db/dump/dump.ts';
import { atFile, listTree } from '../platform/files/file-tree.ts';
import { orNothing } from '../platform/files/or-nothing.ts';
import { foldersOf, type FolderName } from './contents.ts';

export type StagedFile = { entry: string; path: string; bytes: number };

export type Stage = {
  /** Holds on to everything that is there now. */
  hold(): Promise<void>;
  /** Copies the JSON databases, which people may edit in place. */
  copyDatabases(): Promise<void>;
  /** After the moment of the dump: the files that its rows name; `missing` are those that there are not. */
  find(dump: Dump): Promise<{ files: StagedFile[]; missing: string[] }>;
  remove(): Promise<void>;
};

const prefix = '.backup-';
/** File systems without hard links. The files are read where they are then. */
const noLinkCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EACCES'];
const partName = /^(?:form-\w+-)?([0-9a-f]{8}-[0-9a-f-]{27})$/;

/**
 * Files by hard links, so that the archive has those of one moment even if they are deleted while it is written. Blobs
 * and songs never change under their names; parts of uploads and recordings only grow.
 */
export async function openStage(config: Config): Promise<Stage> {
  const folders = foldersOf(config);
  // On the drive of the files: links do not cross drives.
  const id = `${prefix}${randomBytes(6).toString('hex')}`;
  const roots = { files: dirname(folders.files), songs: folders.songs, recordings: folders.recordings };
  for (const root of [...Object.values(roots), config.DATA_DIR]) await removeOrphans(root);
  const stages: Record<FolderName, string> = {
    files: join(roots.files, id, 'kept'),
    uploads: join(roots.files, id, 'parts'),
    songs: join(roots.songs, id),
    recordings: join(roots.recordings, id),
    databases: join(config.DATA_DIR, id),
  };
  const held = new Map<string, string>();
  const holdFolder = async (folder: Exclude<FolderName, 'databases'>, round: string) => {
    for (const name of await namesIn(folders[folder])) {
      const path = await hold(join(folders[folder], name), join(stages[folder], round), name);
      if (path) held.set(`${folder}/${name}`, path);
    }
  };
  return {
    async hold() {
      for (const folder of ['files', 'uploads', 'songs'] as const) await holdFolder(folder, 'before');
    },
    copyDatabases: () => copyTree(folders.databases, stages.databases),
    async find(dump) {
      for (const folder of ['files', 'uploads', 'songs', 'recordings'] as const) await holdFolder(folder, 'after');
      const parts = new Map(
        [...held].flatMap(([name, path]) => (name.startsWith('uploads/') ? [[partOf(name), path]] : [])),
      );
      const files: StagedFile[] = [];
      const missing: string[] = [];
      const add = async (entry: string, path: string | undefined, bytes?: number): Promise<boolean> => {
        const state = path === undefined ? undefined : await orNothing(stat(path));
        if (path === undefined || !state?.isFile() || state.size < (bytes ?? 0)) return false;
        files.push({ entry, path, bytes: bytes ?? state.size });
        return true;
      };
      for (const { id, bytes, isDeleted } of await dump.files()) {
        const entry = `files/${id}`;
        // A file that was stored a moment ago may still have its earlier name.
        if ((await add(entry, held.get(entry))) || (await add(entry, parts.get(id), bytes)) || isDeleted) continue;
        missing.push(entry);
      }
      // An upload without bytes starts over.
      for (const { id, received } of await dump.uploads()) {
        const entry = `uploads/${id}`;
        if (!(await add(entry, parts.get(id), received))) await add(entry, held.get(`files/${id}`), received);
      }
      for (const song of await dump.songs())
        if (!(await add(`songs/${song}`, held.get(`songs/${song}`)))) missing.push(`songs/${song}`);
      for (const [name, path] of held) if (/^recordings\/[\w-]+\.cast$/.test(name)) await add(name, path);
      const { files: databases } = await listTree(stages.databases, () => true);
      for (const { name } of databases) await add(`databases/${name}`, join(stages.databases, name));
      return { files, missing };
    },
    async remove() {
      for (const root of [...Object.values(roots), config.DATA_DIR])
        await rm(join(root, id), { recursive: true, force: true });
    },
  };
}

/** By file; copies that are being made do not count. */
const partOf = (name: string) => partName.exec(basename(name))?.[1] ?? '';

async function namesIn(folder: string): Promise<string[]> {
  const entries = (await orNothing(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

/** Undefined if it was removed meanwhile. */
async function hold(path: string, folder: string, name: string): Promise<string | undefined> {
  const linked = join(folder, name);
  try {
    await link(path, linked);
    return linked;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (noLinkCodes.includes(code)) return path;
    if (code !== 'ENOENT') throw error;
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) === undefined) return undefined;
    return hold(path, folder, name);
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  if (!(await orNothing(stat(from)))) return;
  const { files } = await listTree(from, (name) => name.endsWith('.json'));
  for (const { name } of files) {
    const target = join(to, name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await atFile(from, name, async ({ folder, name }) =>
      copyFile(join(folder.path, name), target, constants.COPYFILE_FICLONE),
    );
  }
}

/** Of backups that were killed: only one is made at a time. */
async function removeOrphans(root: string): Promise<void> {
  for (const name of (await orNothing(readdir(root))) ?? [])
    if (/^\.backup-[0-9a-f]{12}$/.test(name)) await rm(join(root, name), { recursive: true, force: true });
}

const chunkBytes = 1024 * 1024;

/** The first bytes of a file, as many as were counted: it may have grown since. */
export async function* readFirst(path: string, bytes: number): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    for (let left = bytes; left > 0;) {
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(Math.min(chunkBytes, left)),
        0,
        Math.min(chunkBytes, left),
      );
      if (bytesRead === 0) throw new Error(`${path} is shorter than it was`);
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
