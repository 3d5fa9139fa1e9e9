import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Dump } from '../db/dump/dump.ts';
import { listTree } from '../platform/files/file-tree.ts';
import { openObjectStorage } from '../object-storage.ts';
import { hardLink } from '../platform/files/hard-link.ts';
import { orNothing } from '../platform/files/or-nothing.ts';
import { objectSource } from '../platform/s3/object-source.ts';
import { blobsPrefix, songsPrefix } from '../platform/s3/object-keys.ts';
import type { S3Client } from '../platform/s3/s3-client.ts';
import { foldersOf, type FolderName } from './contents.ts';
import { stageDatabases } from './stage-databases.ts';

/** `read` starts at the first byte each time. */
export type StagedFile = { entry: string; bytes: number; read: () => AsyncIterable<Buffer> };

export type Stage = {
  /** Holds on to everything that is there now. Called again, it looks only for what is new. */
  hold(): Promise<void>;
  /** Copies the JSON databases, which people may edit in place. */
  copyDatabases(): Promise<void>;
  /** After the moment of the dump and `hold`: the files that its rows name; `missing` are those that there are not. */
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
  const databases = stageDatabases(config, stages.databases);
  const held = new Map<string, Held>();
  const storage = openObjectStorage(config);
  let rounds = 0;
  const holdFolder = async (folder: Exclude<FolderName, 'databases'>, isNew: (entry: string) => boolean) => {
    const round = join(stages[folder], String(rounds));
    for (const name of await namesIn(folders[folder])) {
      const entry = `${folder}/${name}`;
      const path = isNew(entry) ? await hold(join(folders[folder], name), round, name) : undefined;
      if (path) held.set(entry, heldFile(path));
    }
  };
  return {
    async hold() {
      if (storage) return;
      rounds += 1;
      // First the folder from which stored files are moved to the next.
      await holdFolder('uploads', () => true);
      await holdFolder('files', (entry) => !held.has(entry));
      await holdFolder('songs', (entry) => !held.has(entry));
    },
    copyDatabases: () => databases.copy(),
    async find(dump) {
      await holdFolder('recordings', () => true);
      if (storage) for await (const [entry, object] of listObjects(storage)) held.set(entry, object);
      const parts = new Map(
        [...held].flatMap(([name, file]) => (name.startsWith('uploads/') ? [[partOf(name), file]] : [])),
      );
      const files: StagedFile[] = [];
      const missing: string[] = [];
      const add = async (entry: string, file: Held | undefined, wanted?: number): Promise<boolean> => {
        const size = await file?.size();
        if (file === undefined || size === undefined || size < (wanted ?? 0)) return false;
        const bytes = wanted ?? size;
        files.push({ entry, bytes, read: () => file.read(bytes) });
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
      for (const [name, file] of held) if (/^recordings\/[\w-]+\.cast$/.test(name)) await add(name, file);
      await databases.complete(dump);
      const { files: copied } = await listTree(stages.databases, () => true);
      for (const { name } of copied) await add(`databases/${name}`, heldFile(join(stages.databases, name)));
      return { files, missing };
    },
    async remove() {
      storage?.close();
      for (const root of [...Object.values(roots), config.DATA_DIR])
        await rm(join(root, id), { recursive: true, force: true });
    },
  };
}

/** Bytes that stay until the archive has them. */
type Held = { size: () => Promise<number | undefined>; read: (bytes: number) => AsyncIterable<Buffer> };

const heldFile = (path: string): Held => ({
  async size() {
    const state = await orNothing(stat(path));
    return state?.isFile() ? state.size : undefined;
  },
  read: (bytes) => readFirst(path, bytes),
});

/**
 * Objects cannot be held, but portals remove none while a backup is made. Those of files are there from the start, also
 * if they are not committed yet; unfinished uploads start over.
 */
async function* listObjects(storage: S3Client): AsyncGenerator<[string, Held]> {
  for (const [folder, prefix] of [['files', blobsPrefix] as const, ['songs', songsPrefix] as const])
    for await (const { key, bytes } of storage.list(prefix)) {
      const read = (count: number) => objectSource(storage, key, bytes).read({ start: 0, end: count - 1 });
      yield [`${folder}/${key.slice(prefix.length)}`, { size: async () => bytes, read }];
    }
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
    await hardLink(path, linked);
    return linked;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (noLinkCodes.includes(code)) return path;
    if (code !== 'ENOENT') throw error;
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) === undefined) return undefined;
    return hold(path, folder, name);
  }
}

/** Of backups that were killed: only one is made at a time. */
async function removeOrphans(root: string): Promise<void> {
  for (const name of (await orNothing(readdir(root))) ?? [])
    if (/^\.backup-[0-9a-f]{12}$/.test(name)) await rm(join(root, name), { recursive: true, force: true });
}

const chunkBytes = 1024 * 1024;

/**
 * The first bytes of a file, as many as were counted: it may have grown since. All chunks are the same memory: each is good
 * until the next one is asked for.
 */
async function* readFirst(path: string, bytes: number): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    const memory = Buffer.allocUnsafe(Math.min(chunkBytes, bytes));
    for (let left = bytes; left > 0;) {
      const chunk = memory.subarray(0, left);
      await fill(chunk, handle, path);
      left -= chunk.length;
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}

async function fill(chunk: Buffer, handle: FileHandle, path: string): Promise<void> {
  for (let filled = 0; filled < chunk.length;) {
    const { bytesRead } = await handle.read(chunk, filled, chunk.length - filled);
    if (bytesRead === 0) throw new Error(`${path} is shorter than it was`);
    filled += bytesRead;
  }
}
